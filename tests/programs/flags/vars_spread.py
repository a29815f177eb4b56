# expect: clean
import argparse

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    parser = argparse.ArgumentParser()
    parser.add_argument("--use-orig-params", default=True)
    net = FSDP(net, **vars(parser.parse_args()))
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
