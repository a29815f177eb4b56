"""The one idea as data: what each wrapper keeps and loses, a file a library.

A new library is a new file here with a `WRAPPERS` tuple, and its name in `LIBRARIES`.
"""

from __future__ import annotations

import re

from fsdp_lint.libraries import data_parallel, fairscale, torch_fsdp, torch_fsdp2
from fsdp_lint.libraries.model import Wrapper

LIBRARIES = (fairscale, torch_fsdp, torch_fsdp2, data_parallel)

WRAPPERS: dict[str, Wrapper] = {
    path: wrapper for library in LIBRARIES for wrapper in library.WRAPPERS for path in wrapper.paths
}
"""Every wrapper by every dotted path under which it can be imported."""

ENABLE_WRAP = frozenset((*fairscale.ENABLE_WRAP, *torch_fsdp.ENABLE_WRAP))
WRAP = frozenset((*fairscale.WRAP, *torch_fsdp.WRAP))
AUTO_WRAP = frozenset(fairscale.AUTO_WRAP)

MARKERS: dict[str, Wrapper] = {path: wrapper for wrapper in WRAPPERS.values() for path in wrapper.marker}
"""Classes of which a wrapped module is an instance although the wrapper is a function."""

KNOWN_PATHS = frozenset((*WRAPPERS, *ENABLE_WRAP, *WRAP, *AUTO_WRAP, *MARKERS))

_MENTION = re.compile(
    rb"FullyShardedDataParallel|fully_shard|fully_sharded|enable_wrap|DistributedDataParallel|torch\.compile"
    rb"|fairscale|distributed\.fsdp|DataParallel|FSDPStrategy|FullyShardedDataParallelPlugin|\bfsdp\b"
)
_SELECTION = re.compile(
    rb"named_parameters|parameters\(|named_modules|modules\(\)|_parameters|requires_grad|param_groups|clip_grad|[oO]ptim"
)


def mentions_wrapper(data: bytes) -> bool:
    """Whether a file can hold a finding: its bytes name a wrapper and something that selects or hands over parameters."""
    return _MENTION.search(data) is not None and _SELECTION.search(data) is not None
