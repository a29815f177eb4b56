# expect: bug FSDP005
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def freeze(model, prefixes):
    for n, p in model.named_parameters():  #!
        if any(n.startswith(x) for x in prefixes):  #!
            p.requires_grad_(False)
def main(m):
    m = FSDP(m)
    freeze(m, ["embed", "layers.0"])  #!
