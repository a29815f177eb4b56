"""What the guard raises."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from guard.audit import Audit


class ParameterGroupError(RuntimeError):
    """An optimizer's groups are not what the program says they are; `audit` tells what they hold."""

    def __init__(self, message: str, audit: Audit) -> None:
        super().__init__(message)
        self.audit = audit
