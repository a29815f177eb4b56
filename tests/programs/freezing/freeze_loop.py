# expect: bug FSDP005
import torch
from fairscale.nn import FullyShardedDataParallel as FairFSDP


def main(m):
    m = FairFSDP(m)
    for p in m.encoder.parameters():  #!
        p.requires_grad_(False)
    return torch.optim.AdamW([p for p in m.parameters() if p.requires_grad])
