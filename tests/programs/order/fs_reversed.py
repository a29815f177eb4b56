# expect: clean
import torch
from torch import nn
from torch.distributed.fsdp import fully_shard


class Block(nn.Module): ...
def build(m):
    for mod in reversed(list(m.modules())):
        if isinstance(mod, Block):
            fully_shard(mod)
    fully_shard(m)
    a = [p for n, p in m.named_parameters() if p.ndim > 1]
    b = [p for n, p in m.named_parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{"params": a}, {"params": b, "weight_decay": 0.0}])
    nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    return opt
