"""The pair of processes that runs the scripts: kept alive, and started anew where it died, hung or grew large."""

from __future__ import annotations

from tests.truth.ranks import Ranks, ScenarioError

from .linting import lying
from .truth import Seen, look

SECONDS_FOR_ONE_SCRIPT = 20
SCRIPTS_FOR_ONE_PAIR = 400
"""The libraries keep some megabytes of every script."""

Both = tuple[Seen, Seen]


class Pair:
    """Two ranks that run one script after the other."""

    def __init__(self) -> None:
        self._ranks = Ranks(SECONDS_FOR_ONE_SCRIPT)
        self._scripts = 0

    def run(self, script: dict[str, str], arguments: list[str], original: dict[str, str] | None = None) -> Both:
        """What each rank saw of a script, held against its original where it is not its own.

        A script that does not come to an end has a second try, on a machine that may be busy, but for one that the
        library has stopped in one rank while the other waits for it.
        """
        if self._scripts == SCRIPTS_FOR_ONE_PAIR:
            self._restart()
        self._scripts += 1
        with lying(script) as folder, lying(original or {}) as other_folder:
            meant = str(other_folder if original else folder)
            fault = Seen()
            for _ in range(2):
                try:
                    one, other = self._ranks.run(look, str(folder), meant, arguments)
                    break
                except ScenarioError as error:
                    self._restart()
                    stopped = next((answer for answer in error.answers if answer.stopped), None)
                    if stopped is not None:
                        return stopped, stopped
                    fault = Seen(invalid=f"the ranks: {error}")
            else:
                return fault, fault
        if (bool(one.stopped), one.invalid) != (bool(other.stopped), other.invalid):
            self._restart()  # one of them may still wait for the other
        return one, other

    def _restart(self) -> None:
        self.close()
        self._ranks, self._scripts = Ranks(SECONDS_FOR_ONE_SCRIPT), 0

    def close(self) -> None:
        """End both processes."""
        self._ranks.close()
