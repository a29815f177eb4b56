# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net, **kwargs):
    if not kwargs:
        kwargs = {"use_orig_params": True}
    net = FSDP(net, use_orig_params=True, **{k: v for k, v in kwargs.items() if k != "use_orig_params"})
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
