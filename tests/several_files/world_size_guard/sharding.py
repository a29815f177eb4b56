from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

from ranks import get_world_size


def shard(net):
    if get_world_size() == 1:
        return net.cuda()
    return FSDP(net)
