# expect: clean
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block)
    model = FSDP(model)
    for name, parameter in model.named_parameters():
        if "layers.0." in name:
            parameter.requires_grad = False
    return model
