# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(m, path):
    m = FSDP(m)
    state = {n: p for n, p in m.named_parameters() if "lora" in n}
    torch.save(state, path)
    return torch.optim.AdamW(m.parameters())
