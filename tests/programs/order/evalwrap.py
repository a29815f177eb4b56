# expect: clean
import copy

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def run(model, loader):
    opt = torch.optim.AdamW([{"params": [p for n, p in model.named_parameters() if "bias" in n], "weight_decay": 0.0}, {"params": [p for n, p in model.named_parameters() if "bias" not in n]}])
    for batch in loader:
        model(batch).sum().backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()

def evaluate(model, loader):
    sharded = FSDP(copy.deepcopy(model))
    return [sharded(b) for b in loader]
