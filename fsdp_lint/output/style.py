"""Colours, as ruff's, where the reader is a terminal."""

from __future__ import annotations

import os
from typing import IO, Any

ROLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "headline": {"bold": True},
    "gutter": {"fg": "bright_blue", "bold": True},
    "related": {"fg": "bright_blue", "bold": True},
    "help": {"fg": "cyan", "bold": True},
    "path": {"bold": True},
    "separator": {"fg": "cyan"},
}


class Style:
    """Paints text in the colour of its role, or leaves it alone."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def paint(self, role: str, text: str) -> str:
        """The text with the colour of a role (see `ROLES`) around it."""
        if not self.colour or not text:
            return text
        import click

        return click.style(text, **ROLES[role])


def wants_colour(stream: IO[Any]) -> bool:
    """Whether to colour what is written to a stream: `FORCE_COLOR`, then `NO_COLOR`, then whether it is a terminal."""
    if os.environ.get("FORCE_COLOR", "") not in ("", "0"):
        return True
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()
