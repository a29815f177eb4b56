"""What is raised for a file that is not Python as the parser knows it."""

from __future__ import annotations

from fsdp_lint.finding import Position


class Unparsable(Exception):  # noqa: N818
    """A text could not be parsed; `message` is one line for the user, `position` the place where parsing failed."""

    def __init__(self, message: str, position: Position) -> None:
        super().__init__(message, position)
        self.message = message
        self.position = position


def nested_too_deeply() -> Unparsable:
    """What is raised for a text that nests deeper than facts, or the parsers, can."""
    return Unparsable("nested too deeply", Position(1, 1))
