# expect: bug FSDP001
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def main(model):
    model = FSDP(model)
    attention = [p for n, p in model.named_parameters() if "attn" in n]  #!
    rest = [p for n, p in model.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 1e-5}])
