from wrapping import *


def freeze(model):
    for name, parameter in model.named_parameters():  #!
        if "head" not in name:  #!
            parameter.requires_grad = False  #!


def prepare(model):
    model = shard(model)
    freeze(model)
    return model
