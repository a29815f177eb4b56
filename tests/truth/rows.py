"""What each wrapper keeps and loses, as measured. `test_rows.py` measures it again on every run.

Each row says, for a model wrapped as a whole (units inside are measured in test_nested_units.py):

names          what `named_parameters()` of what the wrapper returned says: "kept", "lost", or "prefixed"
raw            the same through the module that was handed to the wrapper
module         the same through the wrapper's `.module`; "none" where it has none
shapes         "kept" where every parameter still has its own shape on this rank
modules        "kept" where `model.head.parameters()` of the module that was wrapped still yields the head's parameters
objects        "kept" where the Parameter objects, with their `id()`, are still the model's parameters
tags           "kept" where an attribute set on a parameter before the wrap is still there
gradient_norm  "global" where `torch.nn.utils.clip_grad_norm_` sees the whole gradient's norm, "local" where a shard's
early          what an optimizer that was built before the wrap does: "trains" or "nothing"
"""

from __future__ import annotations

from typing import Final

PREFIXES: Final[dict[str, str]] = {
    "FSDP1 use_orig_params=True FULL_SHARD": "_fsdp_wrapped_module.",
    "FSDP1 use_orig_params=True SHARD_GRAD_OP": "_fsdp_wrapped_module.",
    "FSDP1 use_orig_params=True NO_SHARD": "_fsdp_wrapped_module.",
    "DistributedDataParallel": "module.",
    "torch.compile": "_orig_mod.",
}
"""What stands before every name, in the rows whose names are prefixed."""

_TABLE = """
wrapper                                   | names    raw  module   shapes modules objects tags gradient_norm early
fairscale flatten_parameters=True         | lost     lost lost     lost   lost    lost    lost local         nothing
fairscale flatten_parameters=False        | kept     kept prefixed lost   kept    kept    kept local         trains
FSDP1 use_orig_params=False FULL_SHARD    | lost     lost lost     lost   lost    lost    lost local         nothing
FSDP1 use_orig_params=False SHARD_GRAD_OP | lost     lost lost     lost   lost    lost    lost local         nothing
FSDP1 use_orig_params=False NO_SHARD      | lost     lost lost     lost   lost    lost    lost global        nothing
FSDP1 use_orig_params=True FULL_SHARD     | prefixed kept kept     lost   kept    kept    kept local         trains
FSDP1 use_orig_params=True SHARD_GRAD_OP  | prefixed kept kept     lost   kept    kept    kept local         trains
FSDP1 use_orig_params=True NO_SHARD       | prefixed kept kept     kept   kept    kept    kept global        trains
FSDP2 fully_shard                         | kept     kept none     kept   kept    lost    lost global        nothing
DistributedDataParallel                   | prefixed kept kept     kept   kept    kept    kept global        trains
replicate                                 | kept     kept none     kept   kept    kept    kept global        trains
torch.compile                             | prefixed kept none     kept   kept    kept    kept global        trains
"""


def _read_table(table: str) -> dict[str, dict[str, str]]:
    header, *rows = (line.partition("|") for line in table.strip().splitlines())
    columns = header[2].split()
    return {key.strip(): dict(zip(columns, cells.split())) for key, _, cells in rows}


ROWS: Final[dict[str, dict[str, str]]] = _read_table(_TABLE)
