# expect: clean
import operator

import torch
import torch.distributed.fsdp


def build(net, args):
    net = operator.attrgetter("distributed.fsdp.FullyShardedDataParallel")(torch)(net, use_orig_params=True)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
