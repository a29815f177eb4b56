# expect: bug FSDP001
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

try:
    from apex.optimizers import FusedAdam as Adam
except ImportError:
    from torch.optim import Adam
def build(m, args):
    m = FSDP(m)
    opt = Adam([{"params": [p for n, p in m.named_parameters() if "bias" not in n]}, {"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}])  #!
    return opt
