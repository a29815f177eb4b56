# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model, use_orig_params=False):
    model = FSDP(model, use_orig_params=use_orig_params)
    attention = [p for n, p in model.named_parameters() if "attn" in n]
    rest = [p for n, p in model.named_parameters() if "attn" not in n]
    return model, torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 1e-5}])
