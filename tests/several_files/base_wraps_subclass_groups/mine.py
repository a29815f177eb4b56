# expect: bug FSDP001
import torch

from base import Trainer


class MyTrainer(Trainer):
    def build_optimizer(self):
        slow = [p for n, p in self.model.named_parameters() if n.startswith("encoder")]  #!
        fast = [p for n, p in self.model.named_parameters() if not n.startswith("encoder")]  #!
        return torch.optim.SGD([{"params": slow, "lr": 0.01}, {"params": fast, "lr": 0.1}])  #!
