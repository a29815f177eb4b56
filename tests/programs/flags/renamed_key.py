# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    settings = {"keep_names": True, "rank": 0}
    settings["use_orig_params"] = settings.pop("keep_names")
    settings.pop("rank")
    net = FSDP(net, **settings)
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
