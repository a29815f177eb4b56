# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    torch.nn.utils.clip_grad_value_(m.parameters(), 1.0)
