from train import build


def main(net):
    model, optimizer = build(net, use_orig_params=True)
    optimizer.step()
    return model
