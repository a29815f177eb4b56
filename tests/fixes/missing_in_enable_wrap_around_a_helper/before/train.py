import torch
from fairscale.nn import FullyShardedDataParallel, enable_wrap, wrap


def shard(module, **overrides):
    return wrap(module, **overrides)


def build(model):
    with enable_wrap(wrapper_cls=FullyShardedDataParallel, mixed_precision=True):
        model = shard(model, compute_dtype=torch.float32)
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
