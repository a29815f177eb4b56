# expect: clean
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block)
    model = FSDP(model)
    model.layers[0].requires_grad_(False)
    return model
