# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import ShardingStrategy


def build(m):
    m = FSDP(m, use_orig_params=True, sharding_strategy=ShardingStrategy.NO_SHARD)
    a = [p for p in m.parameters() if p.ndim > 1]
    b = [p for p in m.parameters() if p.ndim <= 1]
    torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    return torch.optim.AdamW([{"params": a}, {"params": b, "weight_decay": 0.0}])
