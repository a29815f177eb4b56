import torch
import lab.wrapping as wrapping

from torchvision.models import vit_b_16

model = wrapping.shard(vit_b_16())
decay = [p for n, p in model.named_parameters() if not n.endswith("bias")]
bias = [p for n, p in model.named_parameters() if n.endswith("bias")]
optimizer = torch.optim.AdamW([{"params": decay}, {"params": bias, "weight_decay": 0.0}])
