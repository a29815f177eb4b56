"""One file a format: a `Report` in, its text out."""

from __future__ import annotations

from importlib import import_module
from typing import Callable, cast

from fsdp_lint.output.report import Report


def renderer(output_format: str) -> Callable[[Report], str]:
    """The `render` function of a format's module, which is imported now and not before."""
    module = import_module(f"fsdp_lint.output.{output_format}")
    return cast("Callable[[Report], str]", module.render)
