# expect: bug FSDP001
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Opt:
    def __init__(self, model):
        self.model = model
    def _chosen(self, word):
        return [p for n, p in self.model.named_parameters() if word in n]  #!
    def build(self):
        return torch.optim.AdamW([{"params": self._chosen("attn"), "lr": 1e-4}, {"params": self._chosen("mlp")}])  #!

def build(m, args):
    m = FSDP(m)
    return Opt(m).build()  #!
