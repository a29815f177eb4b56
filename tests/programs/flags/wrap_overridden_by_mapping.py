# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel, enable_wrap, wrap


def shard(net, **overrides):
    return wrap(net, **overrides)


def build(net):
    with enable_wrap(wrapper_cls=FullyShardedDataParallel, flatten_parameters=True):
        net = shard(net, flatten_parameters=False)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]
    plain = [p for n, p in net.named_parameters() if "bias" in n]
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])
