"""The byte search that decides which files are looked into: what a file must name to have a part in a finding.

Kept apart from the tables, and free of imports, so that files can be passed over before anything else is loaded.
"""

from __future__ import annotations

from collections.abc import Callable

_SHARDING = (b"DataParallel", b"fully_shard", b"FSDPStrategy")
_STRATEGY = b"fsdp"
_STRATEGY_NAMES = (b'"fsdp', b"'fsdp")
_LAUNCHERS = (b"Trainer(", b"Fabric(")
COMPILING = b"torch.compile("
_COLLECTIONS = (
    b"parameters",
    b"odules()",
    b"requires_grad_",
    b"configure_optimizer",
    b"create_optimizer",
    b"param_groups",
)
_PURPOSES = (b"ptim", b"requires_grad")
_NAMES = (b"named_", b"state_dict")
_SETTINGS = (b"orig_param", b"flatten_param", b"sharding_strategy", b"ShardingStrategy", b"fsdp", b"FSDP")


def shards(data: bytes) -> bool:
    """Whether a file's bytes name a sharding wrapper, to which more than a name's start may be lost."""
    return _any(_SHARDING, data) or (_STRATEGY in data and _any(_STRATEGY_NAMES, data) and _any(_LAUNCHERS, data))


def names_parameters(data: bytes) -> bool:
    """Whether a file's bytes name parameters: such a file may select from what another one wrapped."""
    return _any(_COLLECTIONS, data)


def names_names(data: bytes) -> bool:
    """Whether a file's bytes name what yields the names of parameters."""
    return _any(_NAMES, data)


def names_settings(data: bytes) -> bool:
    """Whether a file's bytes name what decides on a wrapper's losses: such a file may hold a configuration."""
    return _any(_SETTINGS, data)


def compiles(data: bytes) -> bool:
    """Whether a file's bytes name `torch.compile`, and names of parameters to build an optimizer from or to freeze.

    It only prefixes names, so nothing else is lost to it.
    """
    return b"named_parameters" in data and b"compile" in data and b"torch" in data and _any(_PURPOSES, data)


def _any(words: tuple[bytes, ...], data: bytes) -> bool:
    return any(word in data for word in words)


QUESTIONS: dict[str, Callable[[bytes], bool]] = {
    "compiles": compiles,
    "names_names": names_names,
    "names_parameters": names_parameters,
    "names_settings": names_settings,
}
"""What is asked of the bytes of a file that was skimmed, by name."""
