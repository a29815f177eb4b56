# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

from shop import Net

model = FSDP(Net())
decay, rest = [], []
for name, parameter in model.named_parameters():  #!
    if "bias" in name:  #!
        rest.append(parameter)
    else:
        decay.append(parameter)
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}])  #!
