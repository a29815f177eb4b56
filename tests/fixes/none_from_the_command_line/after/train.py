import argparse

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    parser = argparse.ArgumentParser()
    parser.add_argument("--use-orig-params", action="store_true", default=False)
    arguments = parser.parse_args()
    model = FSDP(model, use_orig_params=arguments.use_orig_params)
    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
    return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
