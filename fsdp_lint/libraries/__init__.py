"""The one idea as data: what each wrapper keeps and loses, a file a library.

A new library is a new file here with a `WRAPPERS` tuple and its name in `LIBRARIES`, a new framework one with
`LAUNCHERS` and its name in `FRAMEWORKS`.
"""

from __future__ import annotations

from fsdp_lint.libraries import accelerate, data_parallel, fairscale, lightning, torch_fsdp, torch_fsdp2
from fsdp_lint.libraries.model import Launcher, Wrapper

LIBRARIES = (fairscale, torch_fsdp, torch_fsdp2, data_parallel)

WRAPPERS: dict[str, Wrapper] = {
    path: wrapper for library in LIBRARIES for wrapper in library.WRAPPERS for path in wrapper.paths
}
"""Every wrapper by every dotted path under which it can be imported."""

FRAMEWORKS = (accelerate, lightning)

LAUNCHERS: dict[str, Launcher] = {
    path: one for library in FRAMEWORKS for one in library.LAUNCHERS for path in one.paths
}
"""Classes whose objects wrap the models that they are given, by dotted path."""

SETTINGS: dict[str, Wrapper] = {path: w for one in LAUNCHERS.values() for w in one.settings for path in w.paths}
"""Classes that tell a launcher how to wrap, by dotted path."""

ENABLE_WRAP = frozenset((*fairscale.ENABLE_WRAP, *torch_fsdp.ENABLE_WRAP))
WRAP = frozenset((*fairscale.WRAP, *torch_fsdp.WRAP))
AUTO_WRAP = frozenset(fairscale.AUTO_WRAP)

MARKERS: dict[str, Wrapper] = {path: wrapper for wrapper in WRAPPERS.values() for path in wrapper.marker}
"""Classes of which a wrapped module is an instance although the wrapper is a function."""

KNOWN_PATHS = frozenset((*WRAPPERS, *ENABLE_WRAP, *WRAP, *AUTO_WRAP, *MARKERS, *LAUNCHERS, *SETTINGS))
