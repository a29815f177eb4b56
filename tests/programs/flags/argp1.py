# expect: maybe FSDP001
import argparse

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep-names", action="store_true")
    return parser.parse_args()

def build(m, args):
    m = FSDP(m, use_orig_params=args.keep_names)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!

def main():
    args = parse()
    build(torch.nn.Linear(2, 2), args)

if __name__ == "__main__":
    main()
