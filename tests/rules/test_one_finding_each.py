"""How many findings a program has: one for each optimizer, loop or call, however many ways lead to it."""

from __future__ import annotations

from pathlib import Path

import fsdp_lint

HELPER = """\
import torch
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

def groups(model):
    plain = [p for n, p in model.named_parameters() if "bias" in n]
    rest = [p for n, p in model.named_parameters() if "bias" not in n]
    return [{"params": plain, "weight_decay": 0.0}, {"params": rest}]

def first(model):
    return torch.optim.AdamW(groups(FSDP(model)))

"""


def rows(folder: Path, text: str) -> list[int]:
    """The row of the optimizer, the last place of each finding's story."""
    (folder / "program.py").write_text(text)
    return [finding.related[-1].span.start.row for finding in fsdp_lint.lint([folder / "program.py"])]


def test_two_optimizers_with_groups_from_one_helper_are_two_findings(tmp_path: Path) -> None:
    second = "def second(model):\n    return torch.optim.SGD(groups(FSDP(model)), lr=0.1)\n"
    assert rows(tmp_path, HELPER + second) == [10, 13]


def test_one_optimizer_that_two_functions_come_to_is_one_finding(tmp_path: Path) -> None:
    callers = "def train(model):\n    first(model)\n\ndef tune(model):\n    first(model)\n"
    assert rows(tmp_path, HELPER + callers) == [10]
