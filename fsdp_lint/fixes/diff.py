"""What fixes change, as a unified diff."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from fsdp_lint.files.encoding import decoded
from fsdp_lint.fixes.text import LINE_END


def diff(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
    """The changes of all files; of a notebook those of its cells' code."""
    return "".join(
        line
        for name in sorted(after)
        for title, old, new in _texts(name, before[name], after[name])
        for line in _unified(title, old, new)
    )


def _texts(name: str, before: bytes, after: bytes) -> Iterator[tuple[str, str, str]]:
    if not name.endswith(".ipynb"):
        yield name, decoded(before).text, decoded(after).text
        return
    from fsdp_lint.files.notebook import codes

    for (number, old), (_, new) in zip(codes(before), codes(after)):
        yield f"{name}:cell {number}", old, new


def _unified(title: str, old: str, new: str) -> Iterator[str]:
    for line in difflib.unified_diff(_lines(old), _lines(new), title, title, lineterm="\n"):
        yield line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    r"""Lines with their ends; only `\n`, `\r\n` and `\r` end one."""
    lines: list[str] = []
    start = 0
    for match in LINE_END.finditer(text):
        lines.append(text[start : match.end()])
        start = match.end()
    return [*lines, text[start:]] if start < len(text) else lines
