import torch
from fairscale.nn import FullyShardedDataParallel as FairFSDP
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build_one(model):
    model = FairFSDP(model, flatten_parameters=False)
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])


def build_other(model):
    model = FSDP(model, device_id=0, use_orig_params=True)
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
