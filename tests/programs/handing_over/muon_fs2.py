# expect: clean
import torch
from muon import Muon
from torch.distributed.fsdp import fully_shard


def main(m):
    fully_shard(m)
    matrices = [p for p in m.parameters() if p.ndim == 2]
    rest = [p for p in m.parameters() if p.ndim != 2]
    return [Muon(matrices, lr=0.02), torch.optim.AdamW(rest, lr=3e-4)]
