from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

from pkg import registry


@registry.register("fsdp")
class Sharding:
    def __init__(self, keep=False):
        self.keep = keep

    def __call__(self, model):
        return FSDP(model, use_orig_params=self.keep)


@registry.register("none")
class Nothing:
    def __call__(self, model):
        return model
