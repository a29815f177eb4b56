import torch
from accelerate import Accelerator, FullyShardedDataParallelPlugin

def build(model):
    plugin = FullyShardedDataParallelPlugin(
        fsdp_version=1,
        reshard_after_forward=True,
        use_orig_params=True
    )
    accelerator = Accelerator(fsdp_plugin=plugin)
    model = accelerator.prepare(model)
    few = [p for n, p in model.named_parameters() if "bias" in n]
    many = [p for n, p in model.named_parameters() if "bias" not in n]
    return torch.optim.AdamW([{"params": few, "lr": 1}, {"params": many, "lr": 2}])
