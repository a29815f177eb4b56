"""The linter's own table says what was measured."""

from __future__ import annotations

from typing import Any

import pytest

from fsdp_lint.libraries import WRAPPERS
from fsdp_lint.libraries.model import Effect

from .rows import PREFIXES, ROWS

CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "fairscale flatten_parameters=True": ("fairscale.nn.FullyShardedDataParallel", {"flatten_parameters": True}),
    "fairscale flatten_parameters=False": ("fairscale.nn.FullyShardedDataParallel", {"flatten_parameters": False}),
    **{
        f"FSDP1 use_orig_params={use_orig_params} {strategy}": (
            "torch.distributed.fsdp.FullyShardedDataParallel",
            {"use_orig_params": use_orig_params, "sharding_strategy": strategy},
        )
        for use_orig_params in (False, True)
        for strategy in ("FULL_SHARD", "SHARD_GRAD_OP", "NO_SHARD")
    },
    "FSDP2 fully_shard": ("torch.distributed.fsdp.fully_shard", {}),
    "DistributedDataParallel": ("torch.nn.parallel.DistributedDataParallel", {}),
    "torch.compile": ("torch.compile", {}),
}


def effect_of(path: str, flags: dict[str, Any]) -> Effect:
    """The linter's row for a call of the wrapper with these flags."""
    return next(row.effect for row in WRAPPERS[path].rows if all(flags[flag] == value for flag, value in row.when))


@pytest.mark.parametrize("row", CALLS)
def test_the_linter_believes_what_was_measured(row: str) -> None:
    measured = ROWS[row]
    expected = {aspect: measured[aspect] for aspect in ("names", "shapes", "modules", "objects")}
    expected["gradients"] = {"global": "kept", "local": "lost"}[measured["gradient_norm"]]
    expected["prefix"] = PREFIXES.get(row, "")
    believed = effect_of(*CALLS[row])._asdict()
    assert {aspect: believed[aspect] for aspect in expected} == expected


def test_every_measured_wrapper_is_in_the_linters_table_but_replicate_which_changes_nothing() -> None:
    assert set(ROWS) - set(CALLS) == {"replicate"}
