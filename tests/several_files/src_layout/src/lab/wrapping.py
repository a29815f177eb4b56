# expect: clean
from fairscale.nn import FullyShardedDataParallel


def shard(model, flatten=False):
    return FullyShardedDataParallel(model, flatten_parameters=flatten)
