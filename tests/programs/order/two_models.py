# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(student, teacher):
    teacher = FSDP(teacher)
    opt = torch.optim.AdamW([{"params": [p for n, p in student.named_parameters() if "bias" in n], "weight_decay": 0.0}, {"params": [p for n, p in student.named_parameters() if "bias" not in n]}])
    return opt
