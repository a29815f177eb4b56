# expect: clean
import torch


class Trainer:
    def __init__(self, model):
        self.model = model
        self.setup()

    def setup(self):
        self.parallelize()
        self.make_optimizer()

    def parallelize(self):
        raise NotImplementedError

    def make_optimizer(self):
        self.optimizer = torch.optim.AdamW(self.model.parameters())
