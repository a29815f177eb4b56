# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(model, ranks, accumulate, batches):
    if ranks >= 2:
        model = FSDP(model)
    optimizer = torch.optim.AdamW(model.parameters())
    for batch in batches:
        model(batch).sum().backward()
        if ranks <= 1 and 0 < accumulate:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if ranks < 2:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if not 1 < ranks:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if ranks == 1:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
