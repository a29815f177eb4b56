"""Prefixes, alone and stacked, and which tests of a name still answer; names and shapes that were recorded before."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from typing import Any

import pytest

from .models import Transformer, names
from .ranks import Ranks
from .rows import PREFIXES, ROWS
from .wrappers import COMPILE, DDP, FAIRSCALE_UNFLATTENED, FSDP1_ORIGINAL, FSDP1_ORIGINAL_UNSHARDED, FSDP2, wrap

NameTest = Callable[[str], Any]

STILL_ANSWER: dict[str, tuple[NameTest, int]] = {
    '"attn" in n': (lambda n: "attn" in n, 8),
    '"layers.0.attn" in n': (lambda n: "layers.0.attn" in n, 4),
    '"attn.query" in n': (lambda n: "attn.query" in n, 4),
    'n.endswith(".weight")': (lambda n: n.endswith(".weight"), 11),
    'n.endswith("head.weight")': (lambda n: n.endswith("head.weight"), 1),
    're.search(r"head\\.", n)': (lambda n: re.search(r"head\.", n), 2),
    're.search(r"weight$", n)': (lambda n: re.search(r"weight$", n), 11),
    'n.split(".")[-1] == "bias"': (lambda n: n.split(".")[-1] == "bias", 11),
    '"attn" in n.split(".")': (lambda n: "attn" in n.split("."), 8),
    'n.rpartition(".")[2] == "bias"': (lambda n: n.rpartition(".")[2] == "bias", 11),
    'fnmatch(n, "*.bias")': (lambda n: fnmatch.fnmatch(n, "*.bias"), 11),
}
NO_LONGER_ANSWER: dict[str, tuple[NameTest, int]] = {
    'n == "head.weight"': (lambda n: n == "head.weight", 1),
    'n in {"head.weight", "head.bias"}': (lambda n: n in {"head.weight", "head.bias"}, 2),
    'n.startswith("head")': (lambda n: n.startswith("head"), 2),
    're.match(r"head\\.", n)': (lambda n: re.match(r"head\.", n), 2),
    're.search(r"^head", n)': (lambda n: re.search(r"^head", n), 2),
    're.fullmatch(r"head\\.\\w+", n)': (lambda n: re.fullmatch(r"head\.\w+", n), 2),
    'n.split(".")[0] == "head"': (lambda n: n.split(".")[0] == "head", 2),
    'n.split(".")[1] == "0"': (lambda n: n.split(".")[1] == "0", 10),
    'n.partition(".")[0] == "head"': (lambda n: n.partition(".")[0] == "head", 2),
    'fnmatch(n, "head.*")': (lambda n: fnmatch.fnmatch(n, "head.*"), 2),
}

STACKS: dict[tuple[str, ...], str] = {
    (DDP,): "module.",
    (COMPILE,): "_orig_mod.",
    (FSDP1_ORIGINAL,): "_fsdp_wrapped_module.",
    (DDP, COMPILE): "_orig_mod.module.",
    (COMPILE, DDP): "module._orig_mod.",
    (FSDP1_ORIGINAL, COMPILE): "_orig_mod._fsdp_wrapped_module.",
    (COMPILE, FSDP1_ORIGINAL): "_fsdp_wrapped_module._orig_mod.",
    (FSDP2, COMPILE): "_orig_mod.",
}
ALL_PREFIXES = ["", *dict.fromkeys(STACKS.values())]


def hits_with(prefix: str, test: NameTest) -> int:
    """How many of the model's names, with the prefix, the test accepts."""
    return sum(bool(test(prefix + name)) for name in names(Transformer()))


def names_of_stack(rows: tuple[str, ...]) -> list[str]:
    model = Transformer()
    for row in rows:
        model = wrap(row, model)
    return names(model)


@pytest.mark.parametrize(("rows", "prefix"), STACKS.items())
def test_stacked_prefixes_stand_in_the_order_of_the_wraps(ranks: Ranks, rows: tuple[str, ...], prefix: str) -> None:
    expected = [prefix + name for name in names(Transformer())]
    assert ranks.run(names_of_stack, rows) == [expected, expected]


@pytest.mark.parametrize(("test", "hits"), STILL_ANSWER.values(), ids=STILL_ANSWER)
def test_a_prefixed_name_still_answers(test: NameTest, hits: int) -> None:
    assert {prefix: hits_with(prefix, test) for prefix in ALL_PREFIXES} == dict.fromkeys(ALL_PREFIXES, hits)


@pytest.mark.parametrize(("test", "hits"), NO_LONGER_ANSWER.values(), ids=NO_LONGER_ANSWER)
def test_a_prefixed_name_no_longer_answers(test: NameTest, hits: int) -> None:
    expected = {prefix: 0 if prefix else hits for prefix in ALL_PREFIXES}
    assert {prefix: hits_with(prefix, test) for prefix in ALL_PREFIXES} == expected


def recorded_and_found(row: str) -> dict[str, int]:
    """Names of parameters with two dimensions, recorded before the wrap and looked up after it."""
    model = Transformer()
    recorded = {name for name, parameter in model.named_parameters() if parameter.ndim >= 2}
    found = names(wrap(row, model))
    return {
        "recorded": len(recorded),
        "exact": sum(name in recorded for name in found),
        "stripped": sum(name.replace(PREFIXES.get(row, ""), "") in recorded for name in found),
        "raw": sum(name in recorded for name in names(model)),
    }


FOUND = {
    "kept": {"recorded": 9, "exact": 9, "stripped": 9, "raw": 9},
    "prefixed": {"recorded": 9, "exact": 0, "stripped": 9, "raw": 9},
    "lost": {"recorded": 9, "exact": 0, "stripped": 0, "raw": 0},
}


@pytest.mark.parametrize("row", ROWS)
def test_names_and_shapes_recorded_before_the_wrap_are_found_by_name(ranks: Ranks, row: str) -> None:
    expected = FOUND[ROWS[row]["names"]]
    assert ranks.run(recorded_and_found, row) == [expected, expected]


def matrices_after(row: str) -> int:
    return sum(parameter.ndim >= 2 for parameter in wrap(row, Transformer()).parameters())


@pytest.mark.parametrize(
    ("row", "matrices"), [(FAIRSCALE_UNFLATTENED, 0), (FSDP1_ORIGINAL, 0), (FSDP1_ORIGINAL_UNSHARDED, 9), (FSDP2, 9)]
)
def test_no_shard_has_two_dimensions(ranks: Ranks, row: str, matrices: int) -> None:
    assert ranks.run(matrices_after, row) == [matrices, matrices]
