# expect: bug FSDP006
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    opt = torch.optim.SGD(m.parameters(), lr=0.1)
    for group in opt.param_groups:
        torch.nn.utils.clip_grad_norm_(group["params"], 1.0)  #!
