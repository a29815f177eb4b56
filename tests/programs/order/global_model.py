# expect: bug FSDP001
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

model = FSDP(nn.Linear(2, 2))
def make():
    skip = [p for n, p in model.named_parameters() if n.endswith("bias")]  #!
    keep = [p for n, p in model.named_parameters() if not n.endswith("bias")]  #!
    return torch.optim.AdamW([{"params": skip, "weight_decay": 0}, {"params": keep}])  #!
