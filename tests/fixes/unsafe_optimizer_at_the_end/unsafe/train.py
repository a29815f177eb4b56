import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

model = torch.nn.Linear(2, 2)
model = FSDP(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)