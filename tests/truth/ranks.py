"""Two real processes in one gloo group, started once, in which any module-level function can be run."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

WORLD_SIZE = 2
SECONDS_FOR_ONE_SCENARIO = 60


class ScenarioError(Exception):
    """A scenario raised in a rank, or did not come back in time; the message holds the rank's traceback.

    `answers` are those of the ranks that came to an end.
    """

    def __init__(self, message: str, answers: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.answers = answers


def _serve(rank: int, rendezvous: str, connection: Connection) -> None:
    """Joins the group, runs each (function, arguments) that arrives, sends back ("value" or "error", payload)."""
    # Without it gloo looks the machine's own name up, which fails where there is no network.
    os.environ["GLOO_SOCKET_IFNAME"] = "lo" if sys.platform == "linux" else "lo0"
    # The libraries warn about their own deprecations on every wrap; nobody reads a rank's standard error.
    warnings.simplefilter("ignore")
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{rendezvous}", rank=rank, world_size=WORLD_SIZE)
    while (job := connection.recv()) is not None:
        function, arguments = job
        torch.manual_seed(0)
        try:
            connection.send(("value", function(*arguments)))
        except Exception:
            connection.send(("error", traceback.format_exc()))
    dist.destroy_process_group()


class Ranks:
    """A pair of ranks. `run` gives what a function returned on rank 0 and on rank 1."""

    def __init__(self, seconds: float = SECONDS_FOR_ONE_SCENARIO) -> None:
        self._seconds = seconds
        context = multiprocessing.get_context("spawn")
        self._folder = tempfile.TemporaryDirectory()
        rendezvous = str(Path(self._folder.name) / "rendezvous")
        self._connections: list[Connection] = []
        self._processes: list[SpawnProcess] = []
        for rank in range(WORLD_SIZE):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(rank, rendezvous, theirs), daemon=True)
            process.start()
            self._connections.append(ours)
            self._processes.append(process)

    def run(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """The function's results, rank by rank.

        Raises ScenarioError where a rank raised or did not answer in time.
        """
        for connection in self._connections:
            connection.send((function, arguments))
        # Both answers are taken before either is judged: one left in its pipe would be read as the next scenario's.
        answers = [self._answer(rank) for rank in range(WORLD_SIZE)]
        errors = [f"rank {rank}:\n{payload}" for rank, (kind, payload) in enumerate(answers) if kind == "error"]
        if errors:
            raise ScenarioError("\n".join(errors), tuple(payload for kind, payload in answers if kind == "value"))
        return [payload for _, payload in answers]

    def _answer(self, rank: int) -> tuple[str, Any]:
        connection = self._connections[rank]
        if not connection.poll(self._seconds):
            return "error", f"no answer in {self._seconds} seconds"
        answer: tuple[str, Any] = connection.recv()
        return answer

    def close(self) -> None:
        """Ends both processes."""
        for connection, process in zip(self._connections, self._processes):
            with contextlib.suppress(OSError):
                connection.send(None)
            process.join(timeout=10)
            if process.is_alive():
                process.kill()
        self._folder.cleanup()
