"""The pair of processes that runs the scripts, kept alive, and started anew where it died, hung or fell out of step."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.truth.ranks import Ranks, ScenarioError

from .space import Recipe
from .truth import Seen, look
from .wrapping_text import arguments
from .writing import write

SECONDS_FOR_ONE_SCRIPT = 20


class Pair:
    """Two ranks that run one script after the other."""

    def __init__(self) -> None:
        self._ranks = Ranks(SECONDS_FOR_ONE_SCRIPT)

    def run(self, recipe: Recipe) -> tuple[Seen, Seen]:
        """What each rank saw; a script that does not come to an end has a second try, on a machine that may be busy."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in write(recipe).items():
                (Path(folder) / name).write_text(text)
            fault = Seen()
            for _ in range(2):
                try:
                    one, other = self._ranks.run(look, folder, arguments(recipe))
                    break
                except ScenarioError as error:
                    fault = Seen(invalid=f"the ranks: {error}")
                    self._restart()
            else:
                return fault, fault
        if (bool(one.stopped), one.invalid) != (bool(other.stopped), other.invalid):
            self._restart()  # one of them may still wait for the other
        return one, other

    def _restart(self) -> None:
        self.close()
        self._ranks = Ranks(SECONDS_FOR_ONE_SCRIPT)

    def close(self) -> None:
        """End both processes."""
        self._ranks.close()
