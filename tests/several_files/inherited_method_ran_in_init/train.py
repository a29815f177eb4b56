from base import BaseTrainer


class Trainer(BaseTrainer):
    def train_step(self, batch):
        self.model(batch).sum().backward()
        self.optimizer.step()
