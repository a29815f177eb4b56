import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model, group):
    model = FSDP(
        model, group,
        True, mixed_precision=dict(
            wide=True,
        ), flatten_parameters=False,
    )
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
