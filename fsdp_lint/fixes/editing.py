"""A file's bytes with edits made: everything else in it stays as it is, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fsdp_lint.files.encoding import decoded
from fsdp_lint.files.unreadable import UnreadableError
from fsdp_lint.finding import Edit
from fsdp_lint.fixes.text import Replacement, Text, replaced


class CannotEditError(Exception):
    """The file cannot be edited; the message says why, in a few words."""


def edited(name: str, data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes of a file after edits, which are all in this file; raises `CannotEditError`."""
    try:
        if name.endswith(".ipynb"):
            from fsdp_lint.fixes.notebooks import edited_notebook

            return edited_notebook(data, edits)
        return _edited_source(data, edits)
    except UnicodeEncodeError:
        raise CannotEditError("the file's encoding does not have the characters of the fix") from None
    except UnreadableError as error:
        raise CannotEditError(error.message) from None


def _edited_source(data: bytes, edits: Sequence[Edit]) -> bytes:
    mark, declared, text = decoded(data)
    encoding = "utf-8" if declared.lower().replace("_", "-") == "utf-8-sig" else declared
    if mark + text.encode(encoding) != data:
        raise CannotEditError(f"its bytes would not stay what they are in the encoding {declared!r}")
    return mark + replaced(text, replacements(Text(text), edits)).encode(encoding)


def replacements(text: Text, edits: Iterable[Edit]) -> list[Replacement]:
    """Edits of a text, or of the cell that it is, as offsets in it."""
    return [Replacement(*text.range((one.span.start, one.span.end)), one.content) for one in edits]
