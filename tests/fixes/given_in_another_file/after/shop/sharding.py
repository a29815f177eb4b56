from fairscale.nn import FullyShardedDataParallel as FSDP

from shop.settings import FSDP_SETTINGS


def shard(model):
    return FSDP(model, **FSDP_SETTINGS)
