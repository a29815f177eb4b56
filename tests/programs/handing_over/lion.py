# expect: bug FSDP001
from lion_pytorch import Lion
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m)
    opt = Lion([{"params": [p for n, p in m.named_parameters() if "bias" not in n]}, {"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}])  #!
    return opt
