from fairscale.nn import FullyShardedDataParallel


def shard(module):
    return FullyShardedDataParallel(module, mixed_precision=True)
