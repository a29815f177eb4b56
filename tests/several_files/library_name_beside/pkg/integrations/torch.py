from .fairscale import build


def start(net):
    return build(net)
