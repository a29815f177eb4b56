import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    model = FSDP(model)
    plain = [p for n, p in model.named_parameters() if "bias" in n or p.ndim < 2]
    decayed = [p for n, p in model.named_parameters() if not ("bias" in n or p.ndim < 2)]
    return torch.optim.AdamW([{"params": plain, "weight_decay": 0.0}, {"params": decayed}])
