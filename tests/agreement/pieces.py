"""Pieces of a script: lines, with the imports and the lines at the top of the file that they need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """Lines of one block, unindented; `top` stands at the file's top, before any function."""

    lines: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    top: tuple[str, ...] = ()

    def __add__(self, other: Piece) -> Piece:
        return Piece(self.lines + other.lines, self.imports + other.imports, self.top + other.top)


def indented(lines: tuple[str, ...], depth: int = 1) -> tuple[str, ...]:
    """The lines that far in; empty ones stay empty."""
    return tuple("    " * depth + line if line else line for line in lines)


def function(name: str, parameters: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """A function with these lines."""
    return (f"def {name}({parameters}):", *indented(lines))


def file_text(docstring: str, pieces: list[Piece], blocks: list[tuple[str, ...]]) -> str:
    """One file: its imports sorted, what stands at its top, then functions and classes."""
    imports = sorted({one for piece in pieces for one in piece.imports}, key=lambda one: (one.startswith("from"), one))
    top = dict.fromkeys(line for piece in pieces for line in piece.top)
    sections = ["\n".join(imports), *["\n".join(top)] * bool(top), *("\n".join(block) for block in blocks)]
    return f'"""{docstring}"""\n\n' + "\n\n\n".join(sections) + "\n"
