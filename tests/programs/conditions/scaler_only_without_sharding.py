# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(args, model, batches):
    scaler = None
    if args.precision == "amp":
        assert not args.fsdp, "no scaler with FSDP"
        scaler = torch.cuda.amp.GradScaler()
    if args.fsdp:
        model = FSDP(model)
    for batch in batches:
        model(batch).backward()
        if scaler is not None:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        else:
            model.clip_grad_norm_(1.0)
