# expect: clean
# Accelerate leaves a model alone that it has wrapped before.
import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin


def main(model, batches):
    accelerator = Accelerator(fsdp_plugin=FullyShardedDataParallelPlugin())
    model = accelerator.prepare(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, batches = accelerator.prepare(model, optimizer, batches)
    for batch in batches:
        accelerator.backward(model(batch))
        optimizer.step()
