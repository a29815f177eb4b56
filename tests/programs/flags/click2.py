# expect: clean
import click
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


@click.command()
@click.option("--keep/--no-keep", default=True)
def main(keep):
    m = torch.nn.Linear(2, 2)
    m = FSDP(m, use_orig_params=keep)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
