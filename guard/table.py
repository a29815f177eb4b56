"""The audit as a table, in at most 120 columns."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from guard.names import summary

if TYPE_CHECKING:
    from guard.auditing import Audit, Group

MOST_LINES = 6
HEADINGS = ("group", "hyperparameters", "tensors", "elements (this rank)", "elements (original)", "leaf", "verdict")


def table(audit: Audit) -> str:
    """What is wrong, each group in a row, and under it the original parameters that it holds."""
    rows = [HEADINGS, *(_row(number, group) for number, group in enumerate(audit.groups))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    where = f" at {audit.place}" if audit.place else ""
    plural = "" if len(audit.groups) == 1 else "s"
    lines = [f"guard: {audit.optimizer}{where}: {len(audit.groups)} parameter group{plural}", ""]
    for number, row in enumerate(rows):
        lines.append("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        if number:
            lines += _names(audit.groups[number - 1])
    for finding in audit.findings:
        lines += [
            "",
            *textwrap.wrap(f"{finding.code}: {finding.message}.", 118, break_long_words=False),
            f"  help: {finding.remedy}",
        ]
    return "\n".join(lines)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, 118, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _row(number: int, group: Group) -> tuple[str, ...]:
    shown = ", ".join(f"{name}={value}" for name, value in group.hyperparameters.items())
    return (
        str(number),
        textwrap.shorten(shown, 40, placeholder=" …"),
        str(group.tensors),
        f"{group.elements:,}",
        f"{group.original:,}",
        f"{group.leaves}/{group.tensors}",
        group.verdict,
    )


def _names(group: Group) -> list[str]:
    found = summary(group.names)
    lines = [line for name in found[:MOST_LINES] for line in textwrap.wrap(name, 108, break_on_hyphens=False)]
    if len(found) > MOST_LINES:
        lines.append(f"… and {len(found) - MOST_LINES} more")
    return ["        " + line for line in lines]
