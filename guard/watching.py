"""Watching: which classes are patched when their modules arrive, and what a fault of the guard's own comes to."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable

from guard.errors import ParameterGroupError
from guard.importing import forget, when_imported
from guard.patching import Around, Patch, patch, take_off
from guard.reporting import mode, unknown_mode

if TYPE_CHECKING:
    from guard.records import Records

OPTIMIZER = "torch.optim.optimizer"
WRAPPERS = (
    "torch.distributed.fsdp.fully_sharded_data_parallel",
    "fairscale.nn.data_parallel.fully_sharded_data_parallel",
)
SHARDED_PARAMETERS = (
    "torch.distributed.fsdp._fully_shard._fsdp_param",
    "torch.distributed._composable.fsdp._fsdp_param",
)

_patches: list[Patch] = []


@functools.cache
def records() -> Records:
    """The process's records; all that looks at optimizers is imported when the first of them is built."""
    from guard.records import Records

    return Records()


def install() -> None:
    """Watch every optimizer that is built from now on; calling it again changes nothing.

    Every optimizer is looked at when it is built and around its first step. With `FSDP_GUARD=off` nothing is done.
    """
    forget()
    if mode() == "off":
        return
    if unknown_mode() is not None:
        message = f"FSDP_GUARD={unknown_mode()} is none of raise, warn, off: guard goes on with raise"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
    when_imported(OPTIMIZER, functools.partial(_patch, "Optimizer", _around_optimizer))
    for name in WRAPPERS:
        when_imported(name, functools.partial(_patch, "FullyShardedDataParallel", _around_wrapper))
    for name in SHARDED_PARAMETERS:
        when_imported(name, functools.partial(_patch, "FSDPParam", _around_sharded_parameter))


def uninstall() -> None:
    """Take every patch off again, and forget what was expected."""
    forget()
    records.cache_clear()
    while _patches:
        take_off(_patches.pop())


def safely(act: Callable[[], None]) -> None:
    """Run a check; the first fault of the guard's own is told in a warning, and none ever stops the job."""
    if mode() == "off":
        return
    try:
        act()
    except ParameterGroupError:
        raise
    except Exception as error:
        if not records().has_complained:
            records().has_complained = True
            message = f"guard could not look at this optimizer, the job goes on: {error!r}"
            warnings.warn(message, RuntimeWarning, stacklevel=2)


def _patch(class_name: str, around: Around, module: Any) -> None:
    owner = getattr(module, class_name, None)
    made = None if owner is None else patch(owner, around)
    if made is not None:
        _patches.append(made)


def _around_optimizer(original: Callable[..., None], self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    original(self, *args, **kwargs)
    safely(lambda: _built(self))


def _built(optimizer: Any) -> None:
    from guard.optimizers import built

    built(optimizer, records(), safely)


def _around_wrapper(original: Callable[..., None], self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    from guard.wraps import Wrap

    wrap = Wrap(records(), safely)
    safely(lambda: wrap.begin(args[0] if args else kwargs.get("module")))
    original(self, *args, **kwargs)
    safely(lambda: wrap.end(self))


def _around_sharded_parameter(
    original: Callable[..., None], self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    original(self, *args, **kwargs)
    parameter = args[0] if args else kwargs.get("param")
    information = args[1] if len(args) > 1 else kwargs.get("module_info")
    safely(lambda: _sharded(self, parameter, information))


def _sharded(made: Any, parameter: Any, information: Any) -> None:
    from guard.wraps import sharded

    sharded(records(), safely, made, parameter, information)


def state_expectation(hyperparameters: Mapping[str, Mapping[str, Any]]) -> None:
    """Hold every optimizer against this, those at once that have not made their first step."""
    from guard.optimizers import look_at_groups

    records().expected.update(hyperparameters)
    for watched in list(records().optimizers.values()):
        optimizer = watched.optimizer()
        if optimizer is not None and watched.awaited:
            safely(functools.partial(look_at_groups, optimizer, watched, records()))
