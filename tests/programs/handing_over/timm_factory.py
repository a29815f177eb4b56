# expect: bug FSDP001|FSDP002
from timm.optim import create_optimizer_v2
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    m = FSDP(m)
    return create_optimizer_v2(m, opt="adamw", lr=1e-3, weight_decay=0.05)  #!
