# expect: clean
import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from transformers.trainer_pt_utils import get_parameter_names


def main(m):
    m = FSDP(m, use_orig_params=True)
    decay = get_parameter_names(m, [nn.LayerNorm])
    decay = [name for name in decay if "bias" not in name]
    groups = [
        {"params": [p for n, p in m.named_parameters() if n in decay], "weight_decay": 0.1},
        {"params": [p for n, p in m.named_parameters() if n not in decay], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups)
