"""The byte search that decides which files are parsed: what a file must name to hold a finding.

Kept apart from the tables, and free of imports, so that files can be passed over before anything else is loaded.
"""

from __future__ import annotations

_SHARDING = (b"DataParallel", b"fully_shard", b"FSDPStrategy")
_STRATEGY_NAMES = (b'"fsdp', b"'fsdp")
_LAUNCHERS = (b"Trainer(", b"Fabric(")
_COLLECTIONS = (
    b"parameters",
    b"odules()",
    b"requires_grad_",
    b"configure_optimizer",
    b"create_optimizer",
    b"param_groups",
)
_PURPOSES = (b"ptim", b"requires_grad")


def mentions_wrapper(data: bytes) -> bool:
    """Whether a file's bytes name a wrapper and parameters.

    `torch.compile` only prefixes names, so it counts where names are used to build an optimizer or to freeze.
    """
    if not _any(_COLLECTIONS, data):
        return False
    if _any(_SHARDING, data) or (_any(_STRATEGY_NAMES, data) and _any(_LAUNCHERS, data)):
        return True
    return b"named_parameters" in data and b"compile" in data and b"torch" in data and _any(_PURPOSES, data)


def _any(words: tuple[bytes, ...], data: bytes) -> bool:
    return any(word in data for word in words)
