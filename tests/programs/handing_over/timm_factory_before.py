# expect: clean
from timm.optim import create_optimizer_v2
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m):
    opt = create_optimizer_v2(m, opt="adamw", lr=1e-3, weight_decay=0.05)
    m = FSDP(m, use_orig_params=True)
    return m, opt
