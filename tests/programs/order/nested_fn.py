# expect: bug FSDP001
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(args):
    def build():
        m = nn.Linear(3, 3)
        return FSDP(m)
    model = build()
    def groups():
        skip = [p for n, p in model.named_parameters() if n.endswith("bias")]  #!
        keep = [p for n, p in model.named_parameters() if not n.endswith("bias")]  #!
        return skip, keep
    skip, keep = groups()
    opt = torch.optim.AdamW([{"params": skip, "weight_decay": 0}, {"params": keep}])  #!
