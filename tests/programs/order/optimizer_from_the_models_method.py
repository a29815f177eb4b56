# expect: bug FSDP004
import torch
from nano import Transformer
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(settings, batches):
    model = Transformer(settings)
    optimizer = model.configure_optimizers(settings.weight_decay, settings.learning_rate)  #!
    model = FSDP(model)
    for batch in batches:
        model(batch).backward()
        optimizer.step()
    torch.save(model.state_dict(), "model.pt")
