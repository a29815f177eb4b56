# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel

from tools import logged, with_model


@logged
def shard(model):
    return FullyShardedDataParallel(model)


def build(model):
    bias = [p for n, p in model.named_parameters() if n.endswith("bias")]  #!
    rest = [p for n, p in model.named_parameters() if not n.endswith("bias")]  #!
    return torch.optim.AdamW([{"params": rest}, {"params": bias, "weight_decay": 0.0}])  #!


def main(net):
    model = shard(net)
    return with_model(model, build)
