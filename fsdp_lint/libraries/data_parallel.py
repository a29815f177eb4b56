"""Wrappers that keep every parameter and prefix its name: DDP, DataParallel, `torch.compile` (torch 2.13.0)."""

from __future__ import annotations

from fsdp_lint.libraries.model import PREFIXED, Effect, Row, Wrapper, dotted

MODULE_PREFIX = Effect(PREFIXED, prefix="module.", becomes="every name starts with `module.`")
COMPILED = Effect(PREFIXED, prefix="_orig_mod.", becomes="every name starts with `_orig_mod.`")

WRAPPERS = (
    Wrapper(
        title="DistributedDataParallel",
        paths=(
            *dotted(
                ("torch.nn.parallel", "torch.nn.parallel.distributed"),
                "DistributedDataParallel",
            ),
            "torch.nn.parallel.DistributedDataParallelCPU",
            "torch.distributed.checkpoint.state_dict.DDP",
            "apex.parallel.DistributedDataParallel",
        ),
        flags=(),
        rows=(Row((), MODULE_PREFIX),),
        freezes=False,
    ),
    Wrapper(
        title="DataParallel",
        paths=(
            "torch.nn.DataParallel",
            *dotted(("torch.nn.parallel", "torch.nn.parallel.data_parallel"), "DataParallel"),
        ),
        flags=(),
        rows=(Row((), MODULE_PREFIX),),
    ),
    Wrapper(
        title="torch.compile",
        paths=("torch.compile",),
        flags=(),
        rows=(Row((), COMPILED),),
        model="model",
        inner="_orig_mod",
    ),
)
