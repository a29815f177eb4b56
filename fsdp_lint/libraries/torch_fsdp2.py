"""torch's `fully_shard` (FSDP2, 2.3 to 2.13), measured with 2.13.0: parameters become DTensors, in place."""

from __future__ import annotations

from fsdp_lint.libraries.model import KEPT, LOST, Effect, Row, Wrapper, dotted

MODULES = (
    "torch.distributed.fsdp",
    "torch.distributed.fsdp._fully_shard",
    "torch.distributed.fsdp._fully_shard._fully_shard",
    "torch.distributed._composable.fsdp",
    "torch.distributed._composable.fsdp.fully_shard",
)

DTENSORS = Effect(KEPT, KEPT, KEPT, LOST, KEPT, becomes="every parameter is replaced by a DTensor")

WRAPPERS = (
    Wrapper(
        title="fully_shard",
        paths=(*dotted(MODULES, "fully_shard"), "torch.distributed._composable.replicate_with_fsdp.replicate"),
        flags=(),
        rows=(Row((), DTENSORS),),
        in_place=True,
        ignored=("ignored_params",),
        marker=dotted(MODULES, "FSDPModule"),
    ),
)
