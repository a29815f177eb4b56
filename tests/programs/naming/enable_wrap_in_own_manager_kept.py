# expect: clean
from contextlib import contextmanager

import torch
from fairscale.nn import FullyShardedDataParallel as FSDP
from fairscale.nn import enable_wrap, wrap


@contextmanager
def sharding(cfg):
    params = dict(process_group=cfg.group, mixed_precision=cfg.fp16, flatten_parameters=False)
    with enable_wrap(wrapper_cls=FSDP, **params):
        yield

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([wrap(torch.nn.TransformerEncoderLayer(8, 2)) for _ in range(3)])

def main(cfg):
    with sharding(cfg):
        net = wrap(Net())
    a = [p for n, p in net.named_parameters() if "bias" in n] #!
    b = [p for n, p in net.named_parameters() if "bias" not in n]
    opt = torch.optim.SGD([dict(params=a, weight_decay=0), dict(params=b)], lr=.1)
