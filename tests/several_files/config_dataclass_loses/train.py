import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

from config import Config
from groups import by_name


def main(net):
    config = Config(lr=1e-3)
    model = FSDP(net, use_orig_params=config.use_orig_params)
    return model, torch.optim.AdamW(by_name(model, config.lr))
