# expect: clean
from blocks import Block
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import ModuleWrapPolicy


def build(model):
    model = FSDP(model, auto_wrap_policy=ModuleWrapPolicy({Block}))
    for parameter in model.layers[0].parameters():
        parameter.requires_grad = False
    for name, parameter in model.named_parameters():
        if "layers.1." in name:
            parameter.requires_grad = False
    return model
