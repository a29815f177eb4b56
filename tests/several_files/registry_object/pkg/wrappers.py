from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

from .registry import WRAPPERS


@WRAPPERS.register()
def sharded(model, keep=False):
    return FSDP(model, use_orig_params=keep)


@WRAPPERS.register("plain")
def plain(model):
    return model
