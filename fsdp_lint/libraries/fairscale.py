"""fairscale's FullyShardedDataParallel (0.3.0 to 0.4.13), measured with 0.4.13."""

from __future__ import annotations

from fsdp_lint.libraries.model import KEPT, LOST, PREFIXED, Effect, Flag, Row, Wrapper, dotted

MODULES = (
    "fairscale.nn",
    "fairscale.nn.data_parallel",
    "fairscale.nn.data_parallel.fully_sharded_data_parallel",
    "fairscale.nn.data_parallel.fsdp_optim_utils",
)
WRAP_MODULES = (
    "fairscale.nn",
    "fairscale.nn.wrap",
    "fairscale.nn.wrap.auto_wrap",
    "fairscale.nn.data_parallel.fully_sharded_data_parallel",
)

SHARDED_DDP_MODULES = ("fairscale.nn", "fairscale.nn.data_parallel", "fairscale.nn.data_parallel.sharded_ddp")

FLAT = Effect(LOST, LOST, LOST, LOST, LOST, becomes="every name becomes `_fsdp_wrapped_module.flat_param_0`")
SHARDED = Effect(KEPT, LOST, KEPT, KEPT, LOST, becomes="every parameter becomes a 1-D shard")

# `FlattenParamsWrapper` lies between, also where nothing is flattened; fairscale hides its prefix from outside only.
INSIDE = Wrapper(
    title="fairscale FSDP's own `.module`",
    paths=("fairscale.nn.misc.FlattenParamsWrapper",),
    flags=(),
    rows=(Row((), Effect(PREFIXED, prefix="_fpw_module.")),),
    outside=False,
)

WRAPPERS = (
    Wrapper(
        title="fairscale FSDP",
        paths=dotted(MODULES, "FullyShardedDataParallel"),
        flags=(Flag("flatten_parameters", (5, 6, 7), (True, False)),),
        rows=(Row((("flatten_parameters", False),), SHARDED), Row((), FLAT)),
        own_clip=True,
        keep=("flatten_parameters", True),
        freezes=False,
        inside=INSIDE,
    ),
    # Keeps every parameter but leaves each gradient, after the backward, on one rank alone.
    Wrapper(
        title="ShardedDataParallel",
        paths=dotted(SHARDED_DDP_MODULES, "ShardedDataParallel"),
        flags=(),
        rows=(Row((), Effect(PREFIXED, gradients=LOST, prefix="module.")),),
    ),
)

ENABLE_WRAP = dotted(WRAP_MODULES, "enable_wrap")
WRAP = dotted(WRAP_MODULES, "wrap")
AUTO_WRAP = dotted(WRAP_MODULES, "auto_wrap")
