from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

from pkg.registry import register


@register("fsdp")
def fsdp(model, keep=False):
    return FSDP(model, use_orig_params=keep)


@register("none")
def nothing(model):
    return model
