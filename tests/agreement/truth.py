"""What is true of a script, found by running it: it knows nothing of rules, and looks at no source.

The script is right where it trains every original parameter as the same script without the wrap does.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import torch

import guard
from tests.truth.ranks import WORLD_SIZE
from tests.truth.stand_ins import cuda_streams

from .running import Trained, run
from .unwrapping import without_wraps

guard.uninstall()

ROUNDING = 2e-5
"""Sharded and unsharded arithmetic differ by less; what is wrong moves by a thousandth of the rates at least."""

DOUBT = "doubt:"
"""What the guard says in one line of rank 0, without stopping the job."""

STATED = ("lr", "weight_decay")

Rates = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Seen:
    """One rank's report. Where `stopped` is set, the library itself refused to run the script."""

    stopped: str = ""
    invalid: str = ""
    different: tuple[str, ...] = ()
    furthest: float = 0.0
    emptied: bool = False
    """A group holds nothing that without the wrap holds something, trained in its own way."""
    flattened: bool = False
    """Some tensor stands for several original parameters."""
    stale: bool = False
    """An optimizer changed nothing of what it changes without the wrap."""
    guarded: str = ""
    expecting: str | None = None
    """What the guard said when the intended rates were stated; None where they cannot be."""


def look(folder: str, meant: str, arguments: list[str]) -> Seen:
    """Run the script without its wrap (as it lies in `meant`), as it is, with the guard, and with what is intended."""
    launched = mock.patch.dict(os.environ, _environment())
    with warnings.catch_warnings(), launched, cuda_streams(), torch.compiler.set_stance("force_eager"):
        warnings.simplefilter("ignore")
        try:
            return _look(Path(folder), Path(meant), arguments)
        finally:
            # What is left are the libraries: frozen, they cost neither the collector nor the guard's search anything.
            gc.collect()
            gc.freeze()


def _environment() -> dict[str, str]:
    """What `torchrun` sets, and what has Accelerate stay on the CPU."""
    torchrun = {"TORCHELASTIC_RUN_ID": "none", "GROUP_RANK": "0"}
    rank, local = str(torch.distributed.get_rank()), {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29500"}
    ranks = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": str(WORLD_SIZE), "LOCAL_WORLD_SIZE": str(WORLD_SIZE)}
    return {**torchrun, **ranks, **local, "ACCELERATE_USE_CPU": "true"}


def _look(folder: Path, original: Path, arguments: list[str]) -> Seen:
    try:
        with without_wraps():
            meant = run(original, arguments)
    except Exception as error:
        return Seen(invalid=f"{type(error).__name__}: {error}")
    try:
        found = run(folder, arguments)
    except Exception as error:
        return Seen(stopped=f"{type(error).__name__}: {error}")
    distances = {name: float((meant.values[name] - found.values[name]).abs().max()) for name in meant.values}
    rates, guarded = _rates(meant), _guarded(folder, arguments, {})
    return Seen(
        different=tuple(
            name for name, distance in distances.items() if not distance <= ROUNDING or name in _thawed(meant, found)
        ),
        furthest=max(distances.values()),
        emptied=_is_emptied(meant, found),
        flattened=sum(len(list(one.parameters())) for one in found.models) < len(meant.values),
        stale=_is_stale(meant, found),
        guarded=guarded,
        # What stops the job anyway would stop it with any expectation.
        expecting=None if rates is None else _raised(guarded) or _guarded(folder, arguments, rates),
    )


def _thawed(meant: Trained, found: Trained) -> set[str]:
    """The parameters that should have stayed exactly as they were and moved, however little."""
    names = _names(meant)
    thawed: set[str] = set()
    for one in meant.stepped:
        before = {names[key]: value for key, value in one.before.items() if key in names}
        held = (name for name, value in before.items() if torch.equal(value, meant.values[name]))
        thawed.update(name for name in held if not torch.equal(before[name], found.values[name]))
    return thawed


def _is_emptied(meant: Trained, found: Trained) -> bool:
    for one, other in zip(meant.stepped, found.stepped):
        ways = [{key: value for key, value in group.items() if key != "params"} for group in one.groups]
        for group, now, way in zip(one.groups, other.groups, ways):
            if group["params"] and not now["params"] and any(way != another for another in ways):
                return True
    return False


def _is_stale(meant: Trained, found: Trained) -> bool:
    names = _names(meant)
    for one in meant.stepped:
        before = {names[key]: value for key, value in one.before.items() if key in names}
        moved = [name for name, value in before.items() if not torch.equal(value, meant.values[name])]
        if moved and all(torch.equal(before[name], found.values[name]) for name in moved):
            return True
    return False


def _names(trained: Trained) -> dict[int, str]:
    return {id(p): f"{n}.{name}" for n, one in enumerate(trained.models) for name, p in one.named_parameters()}


def _rates(meant: Trained) -> Rates | None:
    """The hyperparameters that each name is to be trained with; None where two models use a name differently."""
    names, rates = _names(meant), Rates()
    for one in meant.stepped:
        for group in one.groups:
            stated = {key: float(group[key]) for key in STATED if key in group}
            for parameter in group["params"]:
                name = names[id(parameter)].partition(".")[2]
                if rates.setdefault(name, stated) != stated:
                    return None
    return rates


def _raised(said: str) -> str:
    return "" if said.startswith(DOUBT) else said


def _guarded(folder: Path, arguments: list[str], rates: Rates) -> str:
    """What the guard says: the first line of what it raises, else its doubts; a fault of its own is told as one."""
    guard.install()
    try:
        with warnings.catch_warnings(record=True) as told, contextlib.redirect_stderr(io.StringIO()):
            warnings.filterwarnings("always", message="FSDP")
            warnings.filterwarnings("error", message="guard could not look")
            guard.expect(rates)
            run(folder, arguments)
    except guard.ParameterGroupError as error:
        return str(error).splitlines()[0]
    except Exception as error:
        return f"FAULT {type(error).__name__}: {error}"
    finally:
        guard.uninstall()
    return next((f"{DOUBT} {one.message}" for one in told if str(one.message).startswith("FSDP")), "")
