def by_name(model, lr):
    head = [p for n, p in model.named_parameters() if "head" in n]
    body = [p for n, p in model.named_parameters() if "head" not in n]
    return [{"params": head, "lr": lr}, {"params": body, "lr": lr / 10}]
