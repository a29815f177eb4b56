import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model, rank):
    # Sharded from here on.
    model = FSDP(
        model,
        device_id=rank,
        use_orig_params=True,
    )
    matrices = [p for p in model.parameters() if p.requires_grad and p.ndim >= 2]  # decayed
    vectors = [p for p in model.parameters() if p.requires_grad and p.ndim < 2]
    return model, torch.optim.AdamW([{"params": matrices}, {"params": vectors, "weight_decay": 0.0}])
