import torch
from torch.distributed.fsdp import FullyShardedDataParallel

class FSDP(FullyShardedDataParallel):
    def __init__(self, module, **kwargs):
        super().__init__(module, device_id=0, use_orig_params=True)

def good(model):
    model = FSDP(model)
    few = [p for n, p in model.named_parameters() if "bias" in n]
    many = [p for n, p in model.named_parameters() if "bias" not in n]
    return torch.optim.AdamW([{"params": few, "lr": 1}, {"params": many, "lr": 2}])
