"""Policies that make submodules units of their own, by the classes that they name (torch 1.12 to 2.13)."""

from __future__ import annotations

BY_CLASS: dict[str, str] = {
    "torch.distributed.fsdp.wrap.transformer_auto_wrap_policy": "transformer_layer_cls",
    "torch.distributed.fsdp.wrap.ModuleWrapPolicy": "module_classes",
    "torch.distributed.fsdp.fully_sharded_data_parallel.ModuleWrapPolicy": "module_classes",
}
"""The policy's dotted path, and the keyword of its classes."""

PARTIALS = frozenset(
    {
        "torch.distributed.fsdp.wrap.ModuleWrapPolicy",
        "torch.distributed.fsdp.fully_sharded_data_parallel.ModuleWrapPolicy",
    }
)
"""Policy classes: what they are called with is kept."""
