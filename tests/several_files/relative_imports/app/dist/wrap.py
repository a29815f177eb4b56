# expect: clean
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

KEEP = True


def shard(model):
    return FSDP(model, use_orig_params=KEEP)
