# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    net = FSDP(net, use_orig_params=True)
    plain = [p for n, p in net.named_parameters() if n.endswith((".bias", ".gamma")) or n in ("bias", "gamma")]
    decayed = [p for n, p in net.named_parameters() if not (n.endswith((".bias", ".gamma")) or n in ("bias", "gamma"))]
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])
