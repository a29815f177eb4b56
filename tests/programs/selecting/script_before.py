# expect: clean
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP

from shop import Net

model = FSDP(Net(), flatten_parameters=False)
groups = []
groups.append({"params": [p for n, p in model.named_parameters() if "bias" in n], "weight_decay": 0.0})
groups.append({"params": [p for n, p in model.named_parameters() if "bias" not in n], "weight_decay": 0.1})
optimizer = torch.optim.AdamW(groups)
