# expect: bug FSDP004
from dist import shard
from optim import make


def main(model):
    optimizer = make(model)
    model = shard(model)
    return model, optimizer
