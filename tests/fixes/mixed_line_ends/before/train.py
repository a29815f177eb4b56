import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    # classic    text = """one
two
three"""
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
