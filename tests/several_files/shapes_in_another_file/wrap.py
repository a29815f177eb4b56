from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

wrap = lambda model: FSDP(model, use_orig_params=True)
