# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    settings = {"use_orig_params": True, "rank": 0}
    drop = {"rank", "use_orig_params"}
    net = FSDP(net, **{key: value for key, value in settings.items() if key not in drop})
    decayed = [p for n, p in net.named_parameters() if "bias" not in n]  #!
    plain = [p for n, p in net.named_parameters() if "bias" in n]  #!
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])  #!
