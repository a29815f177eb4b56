# expect: maybe FSDP001
import functools

import torch
from fairscale.nn import FullyShardedDataParallel as FSDP
from fairscale.nn import auto_wrap, default_auto_wrap_policy, enable_wrap


def build(model):
    with enable_wrap(wrapper_cls=FSDP):
        model = auto_wrap(model, auto_wrap_policy=functools.partial(default_auto_wrap_policy, min_num_params=100))
    model = FSDP(model)
    attention = [p for n, p in model.named_parameters() if "attention" in n]  #!
    rest = [p for n, p in model.named_parameters() if "attention" not in n]  #!
    return torch.optim.SGD([{"params": attention, "lr": 0.1}, {"params": rest, "lr": 0.01}])
