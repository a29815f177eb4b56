import torch


def one_epoch(model, loader, optimizer):
    for batch in loader:
        model(batch).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
