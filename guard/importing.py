"""Acting on a module when it is there: at once if it is imported, else right after its import."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

Act = Callable[[Any], None]

_waiting: dict[str, list[Act]] = {}


def when_imported(name: str, act: Act) -> None:
    """Call `act(module)` now if the module is imported, else when it has been."""
    module = sys.modules.get(name)
    if module is not None and not getattr(getattr(module, "__spec__", None), "_initializing", False):
        act(module)
        return
    _waiting.setdefault(name, []).append(act)
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def forget() -> None:
    """Wait for no module any more."""
    _waiting.clear()
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]


class _Finder:
    """Finds a module that is waited for as the others do, and has its loader call back."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in _waiting:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            if finder is self or find is None:
                continue
            spec: ModuleSpec | None = find(fullname, path, target)
            if spec is not None:
                if spec.loader is not None:
                    loader: Any = _Loader(spec.loader)
                    spec.loader = loader
                return spec
        return None


class _Loader:
    """Another loader, and what is to be done after it."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        made: ModuleType | None = self.loader.create_module(spec)
        return made

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        for act in _waiting.pop(module.__name__, []):
            act(module)
