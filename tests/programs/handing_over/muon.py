# expect: bug FSDP002
import torch
from muon import Muon
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m, use_orig_params=True)
    matrices = [p for p in m.parameters() if p.ndim == 2]  #!
    rest = [p for p in m.parameters() if p.ndim != 2]  #!
    return [Muon(matrices, lr=0.02), torch.optim.AdamW(rest, lr=3e-4)]  #!
