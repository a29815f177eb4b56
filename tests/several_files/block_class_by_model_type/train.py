# expect: bug FSDP003
import functools

import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import transformer_auto_wrap_policy

from blocks import block_class
from groups import by_module


def main(net, args):
    policy = functools.partial(transformer_auto_wrap_policy, transformer_layer_cls={block_class(args.model_type)})
    model = FSDP(net, auto_wrap_policy=policy, use_orig_params=False)
    return model, torch.optim.AdamW(by_module(model), lr=args.lr, weight_decay=0.1)
