# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    plain = [p for p in net.parameters() if p.ndim > 5]  #!
    plain.clear()  #!
    plain += [p for n, p in net.named_parameters() if "bias" in n]  #!
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
