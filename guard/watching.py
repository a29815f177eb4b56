"""Watching: a patch on `torch.optim.Optimizer.__init__` and on the wrappers, put on when their modules are there.

After an optimizer's first step nothing of the guard is left on it.
"""

from __future__ import annotations

import functools
import sys
import warnings
import weakref
from typing import Any, Callable

from guard.audit import Finding
from guard.errors import ParameterGroupError
from guard.importing import forget, when_imported
from guard.parameters import Recorded
from guard.reporting import mode, report

OPTIMIZER = "torch.optim.optimizer"
WRAPPERS = (
    ("torch.distributed.fsdp.fully_sharded_data_parallel", "FullyShardedDataParallel"),
    ("fairscale.nn.data_parallel.fully_sharded_data_parallel", "FullyShardedDataParallel"),
)
SHARDED_PARAMETERS = (
    "torch.distributed.fsdp._fully_shard._fsdp_param",
    "torch.distributed._composable.fsdp._fsdp_param",
)
MARK = "_guard_original"


class Watched:
    """One optimizer between its construction and the end of its first step: which of its parameters a wrap removed."""

    def __init__(self, optimizer: Any) -> None:
        self.optimizer = weakref.ref(optimizer)
        self.removed: dict[int, Recorded] = {}

    def has_lost(self, parameter: Any) -> bool:
        """Whether a wrap removed this parameter, and not an earlier one at the same address."""
        known = self.removed.get(id(parameter))
        return known is not None and known.alive(parameter)


class _State:
    """What is remembered: optimizers before their first step, and parameters as they were before a wrap."""

    def __init__(self) -> None:
        self.watched: dict[int, Watched] = {}
        self.recorded: dict[int, Recorded] = {}
        self.installed = False


_state = _State()


def install() -> None:
    """Watch every optimizer that is built from now on; calling it again changes nothing."""
    if _state.installed or mode() == "off":
        return
    _state.installed = True
    when_imported(OPTIMIZER, lambda module: _patch(module.Optimizer, _optimizer_built))
    for name, class_name in WRAPPERS:
        when_imported(name, functools.partial(_patch_class, class_name, _wrapped))
    for name in SHARDED_PARAMETERS:
        when_imported(name, functools.partial(_patch_class, "FSDPParam", _parameter_sharded))


def uninstall() -> None:
    """Take every patch off again."""
    forget()
    _state.installed = False
    _state.watched.clear()
    _state.recorded.clear()
    targets = [(OPTIMIZER, "Optimizer"), *WRAPPERS, *((name, "FSDPParam") for name in SHARDED_PARAMETERS)]
    for module_name, class_name in targets:
        found = getattr(sys.modules.get(module_name), class_name, None)
        original = getattr(getattr(found, "__init__", None), MARK, None)
        if found is not None and original is not None:
            found.__init__ = original


def _patch_class(name: str, around: Callable[..., None], module: Any) -> None:
    found = getattr(module, name, None)
    if found is not None:
        _patch(found, around)


def _patch(owner: Any, around: Callable[..., None]) -> None:
    """Run `around(original, self, args, kwargs)` in place of a class's `__init__`, once however often it is asked."""
    original = owner.__init__
    if hasattr(original, MARK):
        return

    @functools.wraps(original)
    def patched(self: Any, *args: Any, **kwargs: Any) -> None:
        around(original, self, args, kwargs)

    setattr(patched, MARK, original)
    owner.__init__ = patched


def _safely(act: Callable[[], None]) -> None:
    """Run a check; a fault of the guard's own is told once and never stops the job."""
    try:
        act()
    except ParameterGroupError:
        raise
    except Exception as error:
        message = f"guard could not look at this optimizer, the job goes on: {error!r}"
        warnings.warn(message, RuntimeWarning, stacklevel=4)


def _optimizer_built(original: Callable[..., None], self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    original(self, *args, **kwargs)
    if _state.installed and mode() != "off":
        _safely(lambda: _look_at(self))


def _look_at(optimizer: Any) -> None:
    from guard.judging import judge

    audit = judge(optimizer, {}, _state.recorded)
    if audit.findings:
        report(audit)
        return
    if id(optimizer) not in _state.watched and hasattr(optimizer, "register_step_post_hook"):
        _watch_first_step(optimizer)


def _watch_first_step(optimizer: Any) -> None:
    """Look once more when the first step is done, then be gone."""
    watched = Watched(optimizer)
    key = id(optimizer)
    _state.watched[key] = watched
    weakref.finalize(optimizer, _state.watched.pop, key, None).atexit = False
    handles: list[Any] = []

    def after_first_step(stepped: Any, _args: Any, _kwargs: Any) -> None:
        handles[0].remove()
        _state.watched.pop(key, None)
        _safely(lambda: _first_step(stepped, watched))

    handles.append(optimizer.register_step_post_hook(after_first_step))


def _first_step(optimizer: Any, watched: Watched) -> None:
    """Groups that were added since, and parameters that a wrap removed, that are still held and have no gradient."""
    from guard.judging import judge

    audit = judge(optimizer, {}, _state.recorded)
    held = [p for group in optimizer.param_groups for p in group["params"]]
    stale = [watched.removed[id(p)].name for p in held if watched.has_lost(p) and p.requires_grad and p.grad is None]
    if stale and not audit.findings:
        message = (
            f"the optimizer holds {len(stale)} of {len(held)} parameters that a wrap replaced after it was built"
            f" ({', '.join(stale[:3])}{' …' if len(stale) > 3 else ''}): its first step changed none of them"
        )
        audit = audit._replace(findings=(Finding("FSDP004", message, "build the optimizer after the wrap"),))
    if audit.findings:
        report(audit)


def _wrapped(original: Callable[..., None], self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """A wrapper is made: which parameters did it remove from the module, and what were those that it kept?"""
    module = args[0] if args else kwargs.get("module")
    before: list[tuple[str, Any, int]] = []
    if _state.installed and module is not None and hasattr(module, "named_parameters"):
        before = [(name, p, p.dim()) for name, p in module.named_parameters() if _has_shape(p)]
    original(self, *args, **kwargs)
    if before:
        _safely(lambda: _compare(before, self))


def _has_shape(parameter: Any) -> bool:
    return type(parameter).__name__ not in ("UninitializedParameter", "UninitializedBuffer")


def _compare(before: list[tuple[str, Any, int]], wrapper: Any) -> None:
    after = {id(parameter) for parameter in wrapper.parameters()}
    for name, parameter, dimensions in before:
        if id(parameter) not in after:
            _removed(parameter, name)
        elif id(parameter) not in _state.recorded and _can_be_referred_to():
            key = id(parameter)
            reference = weakref.ref(parameter, lambda _, key=key: _state.recorded.pop(key, None))  # type: ignore[misc]
            _state.recorded[key] = Recorded(reference, name, dimensions)


def _can_be_referred_to() -> bool:
    """Weak references to tensors print warnings before torch 2."""
    torch = sys.modules.get("torch")
    return torch is not None and int(str(torch.__version__).split(".", 1)[0]) >= 2


def _parameter_sharded(original: Callable[..., None], self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """FSDP2 replaces one parameter."""
    original(self, *args, **kwargs)
    parameter = args[0] if args else kwargs.get("param")
    if _state.installed and parameter is not None:
        _safely(lambda: _removed(parameter, _name_of(args, kwargs)))


def _name_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    information = args[1] if len(args) > 1 else kwargs.get("module_info")
    return str(getattr(information, "param_name", "a parameter"))


def _removed(parameter: Any, name: str) -> None:
    """Mark a removed parameter with every optimizer that holds it before its first step."""
    for watched in list(_state.watched.values()):
        optimizer = watched.optimizer()
        if optimizer is None:
            continue
        if any(held is parameter for group in optimizer.param_groups for held in group["params"]):
            reference = weakref.ref(parameter) if _can_be_referred_to() else lambda: parameter
            watched.removed[id(parameter)] = Recorded(reference, name, parameter.dim())
