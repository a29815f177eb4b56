# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(args, model):
    strategy = args.strategy
    if strategy == "fsdp":
        model = FSDP(model)
    elif strategy == "ddp":
        model = torch.nn.parallel.DistributedDataParallel(model)
    if strategy != "fsdp":
        decay = [p for n, p in model.named_parameters() if "bias" not in n]
        rest = [p for n, p in model.named_parameters() if "bias" in n]
        opt = torch.optim.AdamW([{"params": decay}, {"params": rest, "weight_decay": 0.0}])
    else:
        opt = torch.optim.AdamW(model.parameters())
    return opt
