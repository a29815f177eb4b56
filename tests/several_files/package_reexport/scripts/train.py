from torchvision.models import vit_b_16

from shop import sharding
from shop.optim import build_optimizer


def main(net):
    model = sharding.distribute(net)
    return model, build_optimizer(model)


if __name__ == "__main__":
    main(vit_b_16())
