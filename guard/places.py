"""Where in the user's files a call came from."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from types import FrameType

LIBRARIES = frozenset(("accelerate", "composer", "deepspeed", "fairscale", "lightning", "lightning_fabric", "torch"))
LIBRARIES |= frozenset(("contextlib", "functools", "guard", "pytorch_lightning", "runpy", "transformers", "trl"))


def place() -> str:
    """`file:line` of the nearest caller outside the training libraries; empty where there is none."""
    for frame in _frames():
        if _library(frame) not in LIBRARIES:
            return f"{_short(frame.f_code.co_filename)}:{frame.f_lineno}"
    return ""


def called_from(modules: frozenset[str]) -> bool:
    """Whether one of these modules made the call, directly or through others of the training libraries."""
    for frame in _frames():
        if frame.f_globals.get("__name__") in modules:
            return True
        if _library(frame) not in LIBRARIES:
            return False
    return False


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _library(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _short(path: str) -> str:
    """The path as the user would write it: relative where it lies under the working folder."""
    folder = os.getcwd() + os.sep
    return path[len(folder) :] if path.startswith(folder) else path
