"""What a rule is."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """What a person reads of a rule: for `--list-rules`, `--explain`, the README's table and the pages in docs/.

    `summary` is one line; `explanation` is a few paragraphs; `bad` and `good` are programs, short and whole.
    """

    code: str
    name: str
    severity: str
    summary: str
    explanation: str
    bad: str
    good: str

    @property
    def url(self) -> str:
        """The rule's page."""
        return f"https://fsdp-lint.readthedocs.io/rules/{self.code}"
