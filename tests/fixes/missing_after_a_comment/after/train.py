import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(first, second):
    first = FSDP(
        first,
        mixed_precision=True,  # in half precision, see below
        flatten_parameters=False,
        # cpu_offload=True,
    )
    second = FSDP(
        second,
        mixed_precision=True,  # the last one
        flatten_parameters=False
        # and nothing more
    )
    groups = [
        {"params": [p for n, p in first.named_parameters() if "bias" in n], "lr": 1e-4},
        {"params": [p for n, p in second.named_parameters() if "bias" not in n], "lr": 1e-5},
    ]
    return torch.optim.AdamW(groups)
