# expect: clean
import bitsandbytes as bnb
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    opt = bnb.optim.AdamW8bit([{"params": [p for n, p in m.named_parameters() if "bias" not in n]}, {"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}])  #!
    return opt
