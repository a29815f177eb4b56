import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(model):
    for index, layer in enumerate(model.layers):
        model.layers[index] = FSDP(layer, use_orig_params=True)
    model = FSDP(model, use_orig_params=True)
    decayed = [p for n, p in model.named_parameters() if not n.endswith(".bias")]
    plain = [p for n, p in model.named_parameters() if n.endswith(".bias")]
    return torch.optim.AdamW([{"params": decayed}, {"params": plain, "weight_decay": 0.0}])
