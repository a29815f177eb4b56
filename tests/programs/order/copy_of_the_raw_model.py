# expect: clean
# Only the wrapper's own object is sharded, not a copy of the module that was handed to it.
import copy

import torch
from fairscale.nn import ShardedDataParallel
from fairscale.optim import OSS
from torch.nn.parallel import DistributedDataParallel


def compare(model, batch):
    sharded_optimizer = OSS(params=model.parameters(), optim=torch.optim.SGD, lr=0.1)
    sharded = ShardedDataParallel(model, sharded_optimizer)
    plain = DistributedDataParallel(copy.deepcopy(model))
    optimizer = torch.optim.SGD(plain.parameters(), lr=0.1)
    for one in (sharded, plain):
        one(batch).sum().backward()
    torch.nn.utils.clip_grad_norm_(plain.parameters(), 0.3)
    optimizer.step()
    sharded_optimizer.step()
