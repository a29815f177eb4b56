"""What the guard raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from guard.auditing import Audit


class ParameterGroupError(RuntimeError):
    """An optimizer's groups are not what the program says they are; `audit` tells what they hold."""

    def __init__(self, message: str, audit: Audit) -> None:
        super().__init__(message)
        self.audit = audit

    def __reduce__(self) -> tuple[Any, ...]:
        """Both arguments, so that the error passes from one process to another."""
        return type(self), (self.args[0], self.audit)
