from torch.nn import LayerNorm


def by_module(model):
    decayed, plain = [], []
    for module in model.modules():
        if isinstance(module, LayerNorm):  #!
            plain += module._parameters.values()
        else:
            decayed += module._parameters.values()
    return [{"params": decayed}, {"params": plain, "weight_decay": 0.0}]
