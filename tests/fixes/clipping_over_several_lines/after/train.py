import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(model, batches, optimizer, log):
    model = FSDP(model, use_orig_params=True)
    for batch in batches:
        model(batch).sum().backward()
        norm = model.clip_grad_norm_(
            1.0,  # from the paper
            norm_type=2.0,
        )
        other = model.clip_grad_norm_(
            # all of them
            1.0
        )
        log(norm, other)
        optimizer.step()
