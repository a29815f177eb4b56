"""The audit: what each parameter group of an optimizer holds, as plain records."""

from __future__ import annotations

import math
from typing import Any, NamedTuple


class Group(NamedTuple):
    """One parameter group.

    `hyperparameters` are those in which the groups differ. `elements` are this rank's, `original` those of the whole
    parameters, where they are known. `leaves` counts the tensors that are leaves. `names` are the original parameters'.
    `verdict` is "ok", "empty", "flat" (several originals lie in one tensor) or "stale" (a wrap replaced what it holds).
    """

    hyperparameters: dict[str, Any]
    tensors: int
    elements: int
    original: int
    leaves: int
    names: tuple[str, ...]
    verdict: str


class Finding(NamedTuple):
    """What is wrong: a rule's code, one sentence, and what to change. Only an error stops a job.

    The codes are the linter's; EXPECT is for what `guard.expect` states.
    """

    code: str
    message: str
    remedy: str
    severity: str = "error"


class Audit(NamedTuple):
    """An optimizer, the `file:line` where it was built, its groups, and what is wrong; `str()` is rank 0's table."""

    optimizer: str
    place: str
    groups: tuple[Group, ...]
    findings: tuple[Finding, ...]

    @property
    def has_errors(self) -> bool:
        """Whether any finding is one that stops a job."""
        return any(finding.severity == "error" for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, lists, strings and numbers; a hyperparameter that is none of these becomes its text."""
        return {
            "optimizer": self.optimizer,
            "place": self.place,
            "groups": [{**one._asdict(), "hyperparameters": _plain(one.hyperparameters)} for one in self.groups],
            "findings": [one._asdict() for one in self.findings],
        }

    def to_json(self) -> str:
        """`to_dict` as JSON."""
        import json

        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    def __str__(self) -> str:
        from guard.table import table

        return table(self)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return value if isinstance(value, (bool, int, str, type(None))) else str(value)
