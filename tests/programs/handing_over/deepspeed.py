# expect: clean

import deepspeed


def main(m, args):
    groups = [{"params": [p for n, p in m.named_parameters() if "bias" in n], "weight_decay": 0.0}, {"params": [p for n, p in m.named_parameters() if "bias" not in n]}]
    engine, optimizer, _, _ = deepspeed.initialize(args=args, model=m, model_parameters=groups)
    return engine
