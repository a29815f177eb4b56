from train import Trainer


def main(model, batch):
    Trainer(model).train_step(batch)
