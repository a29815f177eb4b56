"""IPython's own lines in a notebook's cell, replaced by Python that does nothing and moves no other row."""

from __future__ import annotations

import re

_LINE_MAGIC = re.compile(r"^(\s*)(?:[%!?]|[^#\n]*[^#\s?]\?{1,2}\s*$)")
_ASSIGNED_MAGIC = re.compile(r"^(\s*[\w.,\s\[\]'\"]+=\s*)[%!][^=].*$")
_CELL_MAGIC = re.compile(r"^%%(\w+)")
_PYTHON_CELL_MAGICS = frozenset({"capture", "debug", "ipytest", "prun", "pypy", "python", "python3", "time", "timeit"})
_QUOTE = re.compile(r"\"\"\"|'''|\"|'")


def without_magics(cell: str) -> str | None:
    """The Python of a cell, row for row; None where the cell is in another language."""
    lines = cell.split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    magic = _CELL_MAGIC.match(lines[first])
    if magic:
        if magic.group(1) not in _PYTHON_CELL_MAGICS:
            return None
        lines[first] = ""
    if not any(mark in cell for mark in "%!?"):
        return "\n".join(lines)
    return "\n".join(_plain_lines(lines))


def _plain_lines(lines: list[str]) -> list[str]:
    """Only a line that begins a statement can be magic: open brackets, strings and backslashes are followed."""
    plain: list[str] = []
    depth, quote, continued, in_magic = 0, "", False, False
    for line in lines:
        goes_on = line.rstrip().endswith("\\")
        if in_magic:
            plain.append("")
            in_magic = goes_on
            continue
        begins = not depth and not quote and not continued
        plain.append(_plain(line) if begins else line)
        if plain[-1] != line:
            in_magic = goes_on
            continue
        depth, quote = _state_after(line, depth, quote)
        continued = goes_on
    return plain


def _plain(line: str) -> str:
    magic = _LINE_MAGIC.match(line)
    if magic:
        return magic.group(1) + "pass"
    assigned = _ASSIGNED_MAGIC.match(line)
    return assigned.group(1) + "None" if assigned else line


def _state_after(line: str, depth: int, quote: str) -> tuple[int, str]:
    """How many brackets and which triple quote are open at a line's end."""
    at = 0
    while at < len(line):
        if quote:
            end = _closing(line, quote, at)
            if end < 0:
                return depth, quote if len(quote) == 3 else ""
            at, quote = end, ""
            continue
        character = line[at]
        if character == "#":
            break
        opening = _QUOTE.match(line, at)
        if opening:
            quote = opening.group()
            at = opening.end()
            continue
        depth += (character in "([{") - (character in ")]}")
        at += 1
    return max(depth, 0), quote if len(quote) == 3 else ""


def _closing(line: str, quote: str, at: int) -> int:
    """Where a string that is open ends, -1 if not in this line."""
    while at < len(line):
        if line[at] == "\\":
            at += 2
        elif line.startswith(quote, at):
            return at + len(quote)
        else:
            at += 1
    return -1
