import dataclasses

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


@dataclasses.dataclass
class Sharding:
    use_orig_params: bool = False
    limit_all_gathers: bool = True


def build(model):
    sharding = Sharding()
    model = FSDP(model, use_orig_params=sharding.use_orig_params, limit_all_gathers=sharding.limit_all_gathers)
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
