import torch.nn as nn


def enable_wrap(wrapper_cls=None):
    return FullyShardedDataParallel(wrapper_cls)


class FullyShardedDataParallel(nn.Module):
    def __init__(self, module, flatten_parameters=True):
        super().__init__()
        for p in module.parameters():
            p.requires_grad = True
        self.module = FullyShardedDataParallel(module) if flatten_parameters else module
