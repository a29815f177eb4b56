"""A Jupyter notebook's code cells as one text."""

from __future__ import annotations

from typing import Any, NamedTuple

from fsdp_lint.files.encoding import with_plain_line_ends
from fsdp_lint.files.magics import without_magics
from fsdp_lint.files.source import CellRows
from fsdp_lint.files.unreadable import UnreadableError


class Notebook(NamedTuple):
    """A notebook's code, where each cell begins in it, and the same rows as the user wrote them."""

    text: str
    cells: tuple[CellRows, ...]
    shown: str


def read_notebook(data: bytes) -> Notebook:
    """A notebook as one text, an empty one if its kernel is another language.

    Cells are counted from 1 over all kinds, as ruff does. Raises `UnreadableError`.
    """
    parts: list[str] = []
    shown: list[str] = []
    starts: list[CellRows] = []
    row = 1
    for number, source in codes(data):
        code = without_magics(source)
        if code is None:
            continue
        starts.append(CellRows(number, row))
        parts.append(code + "\n")
        shown.append(source + "\n")
        row += source.count("\n") + 1
    return Notebook("".join(parts), tuple(starts), "".join(shown))


def codes(data: bytes) -> list[tuple[int, str]]:
    """The number and the code of each cell of Python, none if the notebook's kernel is another language.

    Raises `UnreadableError`.
    """
    content = _json(data)
    cells = content.get("cells") if isinstance(content, dict) else None
    if not isinstance(cells, list):
        raise UnreadableError('the file is no Jupyter notebook: there is no list "cells" in it (nbformat 4)')
    if _language(content) not in (None, "python"):
        return []
    found = [(number, _code(cell, number)) for number, cell in enumerate(cells, 1)]
    return [(number, code) for number, code in found if code is not None]


def _json(data: bytes) -> Any:
    import json

    try:
        return json.loads(data)
    except RecursionError:
        raise UnreadableError("the file is nested too deeply to be a Jupyter notebook") from None
    except ValueError as error:
        raise UnreadableError(
            f"the file is no Jupyter notebook: it is not JSON ({str(error).splitlines()[0]})"
        ) from None


def _language(content: dict[str, Any]) -> str | None:
    """The kernel's language, where the notebook names one."""
    metadata = content.get("metadata")
    info = metadata.get("language_info") if isinstance(metadata, dict) else None
    name = info.get("name") if isinstance(info, dict) else None
    return name.lower() if isinstance(name, str) else None


def _code(cell: Any, number: int) -> str | None:
    """The source of a cell of Python, without line ends at its end; None for any other cell."""
    if not isinstance(cell, dict):
        raise UnreadableError(f"the file is no Jupyter notebook: cell {number} is not an object")
    if cell.get("cell_type") != "code" or _other_language(cell):
        return None
    source = cell.get("source", "")
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        raise UnreadableError(f"the file is no Jupyter notebook: the source of cell {number} is not text")
    return with_plain_line_ends(source).rstrip("\n")


def _other_language(cell: dict[str, Any]) -> bool:
    """Whether an editor noted that a cell is not Python."""
    metadata = cell.get("metadata")
    editor = metadata.get("vscode") if isinstance(metadata, dict) else None
    language = editor.get("languageId") if isinstance(editor, dict) else None
    return isinstance(language, str) and language != "python"
