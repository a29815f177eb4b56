"""Accelerate in the ranks: imported past the tests' own folder `packaging`, and with a CPU that it takes for a GPU."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

TESTS = Path(__file__).resolve().parents[1]


def accelerator_class() -> Any:
    """The class `Accelerator`."""
    return _imported("accelerate").Accelerator


@contextlib.contextmanager
def fresh_accelerate() -> Iterator[None]:
    """Within it, Accelerate is as in a process that has just begun."""
    with _imported("tests.runtime.frameworks.scripts.accelerate_on_cpu").fresh_accelerate():
        yield


def _imported(name: str) -> Any:
    # pytest puts the folder of the tests on the path, where it would hide the library `packaging`.
    path = [one for one in sys.path if Path(one or ".").resolve() != TESTS]
    with mock.patch.object(sys, "path", path):
        return importlib.import_module(name)
