"""Accelerate with an FSDP plugin (1.15.0): `Accelerator.prepare` wraps every model that it is given.

Without a plugin in the source it is the launcher's configuration that decides, and nothing is said.
"""

from __future__ import annotations

from fsdp_lint.libraries import torch_fsdp, torch_fsdp2
from fsdp_lint.libraries.model import Flag, Launcher, Row, Wrapper

PLUGIN = Wrapper(
    title="Accelerate's FSDP",
    paths=(
        "accelerate.FullyShardedDataParallelPlugin",
        "accelerate.utils.FullyShardedDataParallelPlugin",
        "accelerate.utils.dataclasses.FullyShardedDataParallelPlugin",
    ),
    flags=(
        Flag("fsdp_version", (), ("1", "2")),
        # The plugin's own default is False, the launcher's is true and reaches the plugin through the environment.
        Flag("use_orig_params", (), (False, True), decided=False),
        Flag("sharding_strategy", (0,), torch_fsdp.STRATEGIES),
    ),
    rows=(
        Row((("fsdp_version", "2"),), torch_fsdp2.DTENSORS._replace(repoints=True)),
        *torch_fsdp.WRAPPERS[0].rows,
    ),
    own_clip=True,
    policy=("auto_wrap_policy", None),
    keep=("use_orig_params", False),
)

LAUNCHERS = (
    Launcher(
        paths=("accelerate.Accelerator", "accelerate.accelerator.Accelerator"),
        keyword="fsdp_plugin",
        settings=(PLUGIN,),
        names=(),
        prepares=("prepare", "prepare_model"),
        fits=(),
        unwraps=("unwrap_model",),
    ),
)
