# expect: bug FSDP001
import torch


class Trainer:
    def __init__(self, model):
        self.model = self.prepare(model)
        self.optimizer = torch.optim.SGD(self.groups())

    def prepare(self, model):
        return model

    def groups(self):
        slow = [p for n, p in self.model.named_parameters() if "encoder" in n]  #!
        fast = [p for n, p in self.model.named_parameters() if "encoder" not in n]  #!
        return [{"params": slow, "lr": 0.01}, {"params": fast, "lr": 0.1}]
