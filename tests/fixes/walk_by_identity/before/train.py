import torch
from fairscale.nn import FullyShardedDataParallel as FSDP
from transformers.models.llama.modeling_llama import LlamaAttention


def build(model):
    model = FSDP(model)
    attention = [p for m in model.modules() if isinstance(m, LlamaAttention) for p in m.parameters()]
    known = {id(p) for p in attention}
    rest = [p for p in model.parameters() if id(p) not in known]
    return torch.optim.AdamW([{"params": attention, "lr": 1e-3}, {"params": rest, "lr": 1e-5}])
