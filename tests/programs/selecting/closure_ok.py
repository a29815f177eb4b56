# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    def chosen(word):
        return [p for n, p in m.named_parameters() if word in n]  #!
    return torch.optim.AdamW([{"params": chosen("attn"), "lr": 1e-4}, {"params": chosen("mlp")}])  #!
