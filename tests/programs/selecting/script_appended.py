# expect: bug FSDP001
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP

from shop import Net

model = FSDP(Net())
groups = []
groups.append({"params": [p for n, p in model.named_parameters() if "bias" in n], "weight_decay": 0.0})  #!
groups.append({"params": [p for n, p in model.named_parameters() if "bias" not in n], "weight_decay": 0.1})  #!
optimizer = torch.optim.AdamW(groups)  #!
