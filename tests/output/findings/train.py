"""Fine-tune."""

from fairscale.nn import FullyShardedDataParallel as FSDP
from torch.optim import AdamW


def build(arguments):
    model = load(arguments.model)
    model = FSDP(model, mixed_precision=True)

    attention = [p for n, p in model.named_parameters() if "self_attn" in n]
    mlp = [p for n, p in model.named_parameters() if "mlp" in n]

    return AdamW([{"params": attention, "lr": 1e-4}, {"params": mlp, "lr": 2e-5}])


def one_line(model):
    return AdamW([p for n, p in FSDP(model).named_parameters() if "mlp" in n], lr=1e-4)


def far_right(model):
    return AdamW([{"params": [p for n, p in model.named_parameters() if "attn" in n], "lr": 1e-4}, {"params": [p for n, p in model.named_parameters() if "attn" not in n]}])


def several_lines(model):
    model = FSDP(
        model,
        mixed_precision=True,
    )
    return model
