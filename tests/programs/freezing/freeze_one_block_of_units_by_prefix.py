# expect: bug FSDP005
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block)
    model = FSDP(model)
    for name, parameter in model.named_parameters():  #!
        if name.startswith("layers.0."):
            parameter.requires_grad = False
    return model
