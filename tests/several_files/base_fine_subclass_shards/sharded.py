from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

from base import Trainer


class ShardedTrainer(Trainer):
    def prepare(self, model):
        return FSDP(super().prepare(model))
