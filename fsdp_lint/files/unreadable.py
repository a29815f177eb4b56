"""FSDP000: the one line that is said about a file that cannot be judged."""

from __future__ import annotations

from fsdp_lint.finding import Finding, Position, Span

CODE = "FSDP000"
NAME = "unreadable-file"
URL = f"https://fsdp-lint.readthedocs.io/rules/{CODE}"


class UnreadableError(Exception):
    """A file cannot be read as source: `message` says why in one line, `position` where in the file."""

    def __init__(self, message: str, position: Position = Position(1, 1), cell: int | None = None) -> None:  # noqa: B008
        super().__init__(message, position, cell)
        self.message = message
        self.position = position
        self.cell = cell

    def finding(self, filename: str) -> Finding:
        """What is reported for a file."""
        return Finding(
            CODE, NAME, "error", self.message, Span(filename, self.position, self.position, self.cell), url=URL
        )
