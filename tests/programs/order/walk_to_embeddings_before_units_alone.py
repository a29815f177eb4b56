# expect: clean
# No root wrap, and no block has an embedding: the optimizer holds nothing of what is wrapped.
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(model):
    embeddings = [p for m in model.modules() if isinstance(m, nn.Embedding) for p in m.parameters(recurse=False)]
    optimizer = torch.optim.SparseAdam(embeddings)
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block)
    return model, optimizer
