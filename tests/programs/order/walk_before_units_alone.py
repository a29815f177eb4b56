# expect: bug FSDP004
# No root wrap: the norms are in the blocks, and so are the layers that are no norms.
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(model):
    norms = [p for m in model.modules() if isinstance(m, nn.LayerNorm) for p in m.parameters(recurse=False)]
    rest = [p for m in model.modules() if not isinstance(m, nn.LayerNorm) for p in m.parameters(recurse=False)]
    optimizer = torch.optim.AdamW([{"params": norms, "weight_decay": 0.0}, {"params": rest}])  #!
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block)
    return model, optimizer
