from torch.distributed.fsdp import FullyShardedDataParallel


def shard(model, rank):
    return FullyShardedDataParallel(
        model,
        device_id=rank,
        use_orig_params=False,  # the default
    )
