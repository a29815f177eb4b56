# expect: bug FSDP001
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(net):
    model = FSDP(net)
    bias = [p for n, p in model.named_parameters() if n.endswith("bias")]  #!
    rest = [p for n, p in model.named_parameters() if not n.endswith("bias")]  #!
    return torch.optim.AdamW([{"params": rest}, {"params": bias, "weight_decay": 0.0}])  #!
