from torch.nn.utils import clip_grad_norm_ as clip
from fairscale.nn import FullyShardedDataParallel as FSDP


class Trainer:
    def __init__(self, model):
        self.model = FSDP(model, flatten_parameters=False)

    def step(self, loss, optimizer):
        loss.backward()
        norm = clip(self.model.parameters(), 0.5)
        optimizer.step()
        return norm
