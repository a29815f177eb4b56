# expect: clean
import torch

from ranks import get_world_size
from sharding import shard


def main(net, batches):
    model = shard(net)
    optimizer = torch.optim.AdamW(model.parameters())
    for batch in batches:
        model(batch).sum().backward()
        if get_world_size() > 1:
            model.clip_grad_norm_(1.0)
        else:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
