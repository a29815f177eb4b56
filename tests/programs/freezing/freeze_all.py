# expect: clean
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    for p in m.parameters():
        p.requires_grad = False
    m.eval()
