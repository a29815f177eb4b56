import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(net):
    model = FSDP(net, use_orig_params=True)
    matrices = [p for p in model.parameters() if p.numel() > 512]
    vectors = [p for p in model.parameters() if p.numel() <= 512]
    return model, torch.optim.AdamW([{"params": matrices}, {"params": vectors, "weight_decay": 0.0}])
