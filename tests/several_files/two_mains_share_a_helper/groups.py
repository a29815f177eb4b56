def two_groups(model):
    bias = [p for n, p in model.named_parameters() if n.endswith("bias")]  #!
    rest = [p for n, p in model.named_parameters() if not n.endswith("bias")]  #!
    return [{"params": rest}, {"params": bias, "weight_decay": 0.0}]
