# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    names = [n for n, _ in net.named_parameters()]  #!
    params = list(net.parameters())  #!
    plain = [params[i] for i, n in enumerate(names) if "bias" in n]  #!
    decayed = [params[i] for i, n in enumerate(names) if "bias" not in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
