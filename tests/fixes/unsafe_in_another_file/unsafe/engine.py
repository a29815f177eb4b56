import torch


def one_epoch(model, loader, optimizer):
    for batch in loader:
        model(batch).backward()
        model.clip_grad_norm_(1.0)
        optimizer.step()
