# expect: bug FSDP003
import torch
from fairscale.nn import enable_wrap, wrap
from fairscale.nn import FullyShardedDataParallel as FSDP


def build(model, group):
    with enable_wrap(wrapper_cls=FSDP, process_group=group, flatten_parameters=True):
        model = wrap(model)
    slow = [p for block in model.encoder.blocks for p in block.attn.parameters()]  #!
    return torch.optim.AdamW([{"params": slow, "lr": 1e-5}, {"params": model.decoder.parameters(), "lr": 1e-3}])
