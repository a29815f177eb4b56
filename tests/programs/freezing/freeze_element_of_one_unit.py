# expect: bug FSDP005
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    model.layers[0].requires_grad_(False)  #!
    return model
