# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(raw):
    model = FSDP(raw, flatten_parameters=False)
    head = [p for n, p in model.named_parameters() if n.startswith("head")]
    rest = [p for n, p in raw.named_parameters() if not n.startswith("head")]
    attention = [p for n, p in model.module.named_parameters() if "attention" in n]
    return torch.optim.SGD([{"params": head, "lr": 0.1}, {"params": rest}, {"params": attention}], lr=0.01)
