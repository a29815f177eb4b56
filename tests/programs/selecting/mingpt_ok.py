# expect: clean
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def build(m, args):
    m = FSDP(m, use_orig_params=True)
    decay, no_decay = set(), set()
    for mn, mod in m.named_modules():  #!
        for pn, p in mod.named_parameters():  #!
            fpn = "%s.%s" % (mn, pn) if mn else pn
            if pn.endswith("bias"):  #!
                no_decay.add(fpn)
            elif pn.endswith("weight") and isinstance(mod, torch.nn.Linear):  #!
                decay.add(fpn)
            elif pn.endswith("weight") and isinstance(mod, torch.nn.LayerNorm):  #!
                no_decay.add(fpn)
    param_dict = {pn: p for pn, p in m.named_parameters()}  #!
    return torch.optim.AdamW([{"params": [param_dict[pn] for pn in sorted(list(decay))], "weight_decay": 0.1}, {"params": [param_dict[pn] for pn in sorted(list(no_decay))], "weight_decay": 0.0}])  #!
