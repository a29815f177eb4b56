# expect: bug FSDP006
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def train(m, loader, opt):
    scaler = torch.cuda.amp.GradScaler()
    m = FSDP(m)
    for x in loader:
        with torch.autocast("cuda"):
            loss = m(x).sum()
        scaler.scale(loss).backward()
        scaler.unscale_(opt)
        torch.nn.utils.clip_grad_norm_(filter(lambda p: p.requires_grad, m.parameters()), 1.0)  #!
        scaler.step(opt)
        scaler.update()
