# expect: bug FSDP007
from torch import nn


def freeze(model, prefixes):
    for n, p in model.named_parameters():  #!
        if any(n.startswith(x) for x in prefixes):  #!
            p.requires_grad_(False)
def main(m):
    m = nn.parallel.DistributedDataParallel(m)
    freeze(m, ["embed", "layers.0"])  #!
