# expect: clean
from pydoc import locate

import torch


def build(net, args):
    wrapper = locate("torch.distributed.fsdp.FullyShardedDataParallel")
    net = wrapper(net, use_orig_params=True)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
