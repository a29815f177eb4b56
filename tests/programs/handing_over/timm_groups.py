# expect: bug FSDP001|FSDP002
import torch
from timm.optim import param_groups_weight_decay
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m, use_orig_params=True)
    return torch.optim.AdamW(param_groups_weight_decay(m, 0.05))  #!
