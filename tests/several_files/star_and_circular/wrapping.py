# expect: bug FSDP005
from fairscale.nn import FullyShardedDataParallel as FSDP

import tools


def shard(model):
    return FSDP(model)


def again(model):
    return tools.prepare(model)
