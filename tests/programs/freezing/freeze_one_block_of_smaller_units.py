# expect: bug FSDP005
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    for block in model.layers:
        block.attention = FSDP(block.attention)
    model = FSDP(model)
    for name, parameter in model.named_parameters():  #!
        if "layers.0." in name:
            parameter.requires_grad = False
    return model
