# expect: bug FSDP006
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(model, ranks, batches):
    if ranks > 1:
        model = FSDP(model)
    optimizer = torch.optim.AdamW(model.parameters())
    for batch in batches:
        model(batch).sum().backward()
        if ranks != 1:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  #!
        optimizer.step()
