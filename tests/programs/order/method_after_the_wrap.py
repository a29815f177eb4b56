# expect: clean
from nano import Transformer
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def main(settings, batches):
    model = FSDP(Transformer(settings), use_orig_params=True)
    optimizer = model.configure_optimizers(settings.weight_decay, settings.learning_rate)
    for batch in batches:
        model(batch).backward()
        optimizer.step()
