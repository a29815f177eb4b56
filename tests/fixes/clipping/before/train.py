import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(model, batches, optimizer, log):
    model = FSDP(model, use_orig_params=True)
    for batch in batches:
        model(batch).sum().backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # as before
        optimizer.step()
