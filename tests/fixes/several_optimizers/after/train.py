import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def shard(model):
    return FSDP(model, flatten_parameters=False)


def build(model):
    model = shard(model)
    named = list(model.named_parameters())
    early = torch.optim.SGD([p for n, p in named if "embed" in n], lr=0.1)
    late = torch.optim.AdamW(
        [
            {"params": [p for n, p in named if "bias" in n], "weight_decay": 0.0},
            {"params": [p for n, p in named if "bias" not in n]},
        ]
    )
    heads = torch.optim.AdamW([{"params": model.head.parameters(), "lr": 0.1}, {"params": model.body.parameters()}])
    return early, late, heads
