# expect: bug FSDP004
import torch
from shared import make
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(args, batch):
    args, model, optimizer = make(args)
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=args.lr)  #!
    model = FSDP(model)
    model(batch).sum().backward()
    optimizer.step()
