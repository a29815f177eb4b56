# expect: clean
# The head lies outside of the wrapped layers: its name and its parameters are what they were.
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(model):
    early = [p for n, p in model.named_parameters() if n.startswith("embed")]
    for index, block in enumerate(model.layers):
        model.layers[index] = FSDP(block)
    head = [p for n, p in model.named_parameters() if n in {"head.weight", "head.bias"}]
    rest = [p for n, p in model.named_parameters() if n not in {"head.weight", "head.bias"} and not n.startswith("embed")]
    groups = [{"params": early, "lr": 0.3}, {"params": head, "lr": 0.1}, {"params": rest, "lr": 0.01}]
    return torch.optim.SGD(groups)
