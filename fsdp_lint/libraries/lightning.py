"""Lightning's Trainer and Fabric with FSDPStrategy (2.6): torch's FSDP with use_orig_params=True unless given."""

from __future__ import annotations

from fsdp_lint.libraries import torch_fsdp
from fsdp_lint.libraries.model import Flag, Launcher, Wrapper, dotted

PACKAGES = ("lightning", "lightning.pytorch", "pytorch_lightning")
STRATEGY_MODULES = (
    "lightning.pytorch.strategies",
    "pytorch_lightning.strategies",
    "lightning.pytorch.strategies.fsdp",
    "pytorch_lightning.strategies.fsdp",
    "lightning.fabric.strategies",
    "lightning_fabric.strategies",
    "lightning.fabric.strategies.fsdp",
    "lightning_fabric.strategies.fsdp",
)

STRATEGY = Wrapper(
    title="Lightning's FSDPStrategy",
    paths=dotted(STRATEGY_MODULES, "FSDPStrategy"),
    flags=(
        Flag("use_orig_params", (), (True, False)),
        Flag("sharding_strategy", (), torch_fsdp.STRATEGIES),
    ),
    rows=torch_fsdp.WRAPPERS[0].rows,
    own_clip=True,
    policy=("auto_wrap_policy", None),
    keep=("use_orig_params", False),
)

NAMES = ("fsdp", "fsdp_native", "fsdp_cpu_offload")

LAUNCHERS = (
    Launcher(
        paths=dotted(PACKAGES, "Trainer"),
        keyword="strategy",
        settings=(STRATEGY,),
        names=NAMES,
        prepares=(),
        fits=("fit",),
        unwraps=(),
    ),
    Launcher(
        paths=("lightning.Fabric", "lightning.fabric.Fabric", "lightning_fabric.Fabric"),
        keyword="strategy",
        settings=(STRATEGY,),
        names=NAMES,
        prepares=("setup", "setup_module"),
        fits=(),
        unwraps=(),
    ),
)
