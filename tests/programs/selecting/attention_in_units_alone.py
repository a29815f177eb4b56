# expect: bug FSDP001
# Each layer is one tensor, the attention in it has no name; nothing wraps the model around the layers.
import torch
from fairscale.nn import FullyShardedDataParallel as FSDP


def main(model):
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block)
    attention = [p for n, p in model.named_parameters() if "attn" in n]  #!
    rest = [p for n, p in model.named_parameters() if "attn" not in n]  #!
    return torch.optim.SGD([{"params": attention, "lr": 0.1}, {"params": rest, "lr": 0.01}])  #!
