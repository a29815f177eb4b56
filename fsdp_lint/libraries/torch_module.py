"""`torch.nn.Module`: which methods give its parameters and modules, and which give itself (torch 2.13.0)."""

from __future__ import annotations

COLLECTIONS: dict[str, str] = {
    "parameters": "parameters",
    "named_parameters": "named",
    "modules": "modules",
    "children": "modules",
    "named_modules": "named modules",
    "named_children": "named modules",
}
"""Method and the form of what it yields."""

RETURN_THEMSELVES = frozenset(
    {
        "to", "cuda", "cpu", "xpu", "ipu", "npu", "hpu", "half", "float", "double", "bfloat16", "type", "train", "eval",
        "requires_grad_", "share_memory", "apply", "to_empty",
    }
)  # fmt: skip
"""Methods that return the module itself and keep its Parameter objects (measured for those of torch 2.13.0)."""

RETURN_THE_MODULE = frozenset(
    {
        "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
        "torch.nn.modules.SyncBatchNorm.convert_sync_batchnorm",
        "torch.distributed.algorithms._checkpoint.checkpoint_wrapper.checkpoint_wrapper",
        "fairscale.nn.checkpoint_wrapper",
        "fairscale.nn.misc.checkpoint_wrapper",
        "fairscale.nn.misc.checkpoint_activations.checkpoint_wrapper",
        "fairscale.nn.checkpoint.checkpoint_wrapper",
        "fairscale.nn.checkpoint.checkpoint_activations.checkpoint_wrapper",
        "torch.distributed._composable.replicate",
        "torch.distributed._composable.replicate.replicate",
        "torch.distributed._composable.checkpoint",
    }
)
"""Functions whose result stands for the module that they are given."""
