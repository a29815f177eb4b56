# expect: bug FSDP001
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def distribute(module):
    return FSDP(module)
