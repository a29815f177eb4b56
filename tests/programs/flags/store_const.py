# expect: maybe FSDP001
import argparse

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", action="store_const", const=True, default=False)
    args = parser.parse_args()
    net = FSDP(net, use_orig_params=args.keep)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
