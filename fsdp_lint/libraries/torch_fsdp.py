"""torch's FullyShardedDataParallel (FSDP1, 1.12 to 2.13) and its functional twin, measured with 2.13.0."""

from __future__ import annotations

from fsdp_lint.libraries.model import KEPT, LOST, PREFIXED, Effect, Flag, Row, Wrapper, dotted

MODULES = (
    "torch.distributed.fsdp",
    "torch.distributed.fsdp.fully_sharded_data_parallel",
)
WRAP_MODULES = ("torch.distributed.fsdp.wrap",)
PREFIX = "_fsdp_wrapped_module."

FLAT = Effect(LOST, LOST, LOST, LOST, LOST, becomes="every name becomes `_fsdp_wrapped_module._flat_param`")
FLAT_WHOLE = FLAT._replace(gradients=KEPT)
SHARDED = Effect(
    PREFIXED,
    LOST,
    KEPT,
    KEPT,
    LOST,
    PREFIX,
    "every parameter becomes a 1-D shard and every name starts with `" + PREFIX + "`",
)
WHOLE = Effect(PREFIXED, KEPT, KEPT, KEPT, KEPT, PREFIX, "every name starts with `" + PREFIX + "`")

STRATEGIES = ("FULL_SHARD", "NO_SHARD", "*")

WRAPPERS = (
    Wrapper(
        title="FSDP",
        paths=(
            *dotted(MODULES, "FullyShardedDataParallel"),
            "torch.distributed.checkpoint.state_dict.FSDP",
            "torch.distributed.optim.named_optimizer.FSDP",
        ),
        flags=(
            Flag("use_orig_params", (13,), (False, True)),
            Flag("sharding_strategy", (2,), STRATEGIES),
        ),
        rows=(
            Row((("use_orig_params", True), ("sharding_strategy", "NO_SHARD")), WHOLE),
            Row((("use_orig_params", True),), SHARDED),
            Row((("sharding_strategy", "NO_SHARD"),), FLAT_WHOLE),
            Row((), FLAT),
        ),
        own_clip=True,
        policy=("auto_wrap_policy", 4),
        ignored=("ignored_modules", "ignored_states", "ignored_parameters"),
        keep=("use_orig_params", False),
    ),
    Wrapper(
        title="composable fully_shard",
        paths=(
            "torch.distributed._composable.fully_shard",
            "torch.distributed._composable.fully_shard.fully_shard",
        ),
        flags=(Flag("strategy", (), STRATEGIES),),
        rows=(
            Row((("strategy", "NO_SHARD"),), WHOLE._replace(names=KEPT, prefix="", becomes="")),
            Row((), SHARDED._replace(names=KEPT, prefix="", becomes="every parameter becomes a 1-D shard")),
        ),
        in_place=True,
        policy=("policy", None),
        ignored=("ignored_modules", "ignored_states"),
    ),
)

ENABLE_WRAP = dotted(WRAP_MODULES, "enable_wrap")
WRAP = dotted(WRAP_MODULES, "wrap")
