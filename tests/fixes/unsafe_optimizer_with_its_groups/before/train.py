import torch
from torch.distributed.fsdp import fully_shard


def build(model, args):
    decay, plain = [], []
    for name, parameter in model.named_parameters():
        if name.endswith("bias"):
            plain.append(parameter)
        else:
            decay.append(parameter)
    print(f"{len(plain)} parameters without weight decay")
    loader = torch.utils.data.DataLoader(args.data)

    groups = [{"params": decay, "weight_decay": 0.1}, {"params": plain, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, step / args.warmup))

    if args.shard:
        fully_shard(model)
    return model, loader, optimizer, scheduler
