# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    plain = [p for n, p in net.named_parameters() if n == "bias" or n.endswith(".bias")]
    decayed = [p for n, p in net.named_parameters() if n != "bias" and not n.endswith(".bias")]
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])
