"""Functions that measure the gradients they are given as if they were whole (torch 1.12 to 2.13)."""

from __future__ import annotations

from fsdp_lint.libraries.model import dotted

NORMS = frozenset(
    {
        *dotted(("torch.nn.utils", "torch.nn.utils.clip_grad"), "clip_grad_norm_", "clip_grad_norm"),
        "torch.nn.utils.get_total_norm",
        "torch.nn.utils.clip_grad._get_total_norm",
    }
)
"""Clipping by value works element by element, so `clip_grad_value_` is not among them."""
