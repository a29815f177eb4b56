"""The audit: what each parameter group of an optimizer holds, as plain records."""

from __future__ import annotations

import json
from typing import Any, NamedTuple


class Group(NamedTuple):
    """One parameter group.

    `hyperparameters` are those in which the groups differ. `elements` are this rank's, `original` those of the whole
    parameters, where they are known. `leaves` counts the tensors that are leaves. `names` are the original parameters'.
    """

    hyperparameters: dict[str, Any]
    tensors: int
    elements: int
    original: int
    leaves: int
    names: tuple[str, ...]
    verdict: str


class Finding(NamedTuple):
    """What is wrong: the linter's rule code, one sentence, and what to change."""

    code: str
    message: str
    remedy: str


class Audit(NamedTuple):
    """An optimizer's groups and what is wrong with them; `str()` is the table that rank 0 prints."""

    optimizer: str
    groups: tuple[Group, ...]
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, lists, strings and numbers; a hyperparameter that is none of these becomes its text."""
        return {
            "optimizer": self.optimizer,
            "groups": [{**one._asdict(), "hyperparameters": _plain(one.hyperparameters)} for one in self.groups],
            "findings": [one._asdict() for one in self.findings],
        }

    def to_json(self) -> str:
        """`to_dict` as JSON."""
        return json.dumps(self.to_dict(), indent=2)

    def __str__(self) -> str:
        from guard.table import table

        return table(self)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value if isinstance(value, (bool, int, float, str, type(None))) else str(value)
        for name, value in values.items()
    }
