# expect: clean
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from fairscale.nn import FullyShardedDataParallel as FSDP
else:
    from fairscale.nn.data_parallel import FullyShardedDataParallel as FSDP

def build(m, args):
    m = FSDP(m, flatten_parameters=False)
    a = [p for n, p in m.named_parameters() if "attn" in n]  #!
    b = [p for n, p in m.named_parameters() if "attn" not in n]  #!
    return torch.optim.AdamW([{"params": a, "lr": 1e-4}, {"params": b, "lr": 1e-5}])  #!
