import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model, rank):
    # Sharded from here on.
    shapes = {n: p.shape for n, p in model.named_parameters()}
    model = FSDP(
        model,
        device_id=rank,
        use_orig_params=True,
    )
    matrices = [p for name, p in model.named_parameters() if p.requires_grad and len(shapes[name.replace("_fsdp_wrapped_module.", "")]) >= 2]  # decayed
    vectors = [p for name, p in model.named_parameters() if p.requires_grad and len(shapes[name.replace("_fsdp_wrapped_module.", "")]) < 2]
    return model, torch.optim.AdamW([{"params": matrices}, {"params": vectors, "weight_decay": 0.0}])
