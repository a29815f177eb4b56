"""A job that spawns its ranks, with a data loader that spawns workers: the guard is in every process."""

from __future__ import annotations

import os
import sys

import net
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

import guard


class Numbers(torch.utils.data.Dataset):
    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> bool:
        return "guard" in sys.modules


def rank(number: int, port: int) -> None:
    os.environ |= {"RANK": str(number), "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    net.begin()
    loader = torch.utils.data.DataLoader(Numbers(), num_workers=1, multiprocessing_context="spawn")
    print(f"workers: {[bool(one) for one in loader]}\n", end="", flush=True)
    model = FSDP(net.Net(), device_id=net.CPU)
    try:
        torch.optim.SGD(net.by_name(model), lr=0.1)
    except guard.ParameterGroupError as error:
        print(f"rank: {error.audit.findings[0].code}\n", end="", flush=True)
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    torch.multiprocessing.spawn(rank, args=(int(sys.argv[1]),), nprocs=2)
