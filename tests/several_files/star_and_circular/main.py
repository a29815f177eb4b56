import torch

from tools import *


def main(net):
    model = prepare(net)
    return torch.optim.SGD(model.parameters(), lr=0.1)
