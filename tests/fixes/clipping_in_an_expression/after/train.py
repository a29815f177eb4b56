import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(model, batches, optimizer, log):
    model = FSDP(model, use_orig_params=True)
    for batch in batches:
        model(batch).sum().backward()
        log("norm", float(model.clip_grad_norm_(max_norm=1.0).item()))
        if (norm := model.clip_grad_norm_(max_norm=1.0, norm_type=2)) > 10:
            log("high", norm)
        optimizer.step()
