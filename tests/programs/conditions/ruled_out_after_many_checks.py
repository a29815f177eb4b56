# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(model, args, batches):
    if args.hidden is not None and args.layers is None:
        raise ValueError("layers")
    if args.resume is None and args.epochs is not None:
        raise ValueError("epochs")
    if args.resume is not None and args.layers is not None:
        raise ValueError("resume")
    if args.kind == "synthetic" and args.epochs is not None:
        raise ValueError("kind")
    if args.fsdp and args.hidden is None:
        raise ValueError("fsdp")
    if args.fsdp:
        model = FSDP(model)
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = None
    if args.precision == "amp" and args.kind != "real":
        assert not args.fsdp, "shards are not scaled"
        scaler = torch.cuda.amp.GradScaler()
    for batch in batches:
        model(batch).sum().backward()
        if scaler is not None:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
        else:
            optimizer.step()
