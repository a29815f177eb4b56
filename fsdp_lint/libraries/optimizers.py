"""Optimizers: the modules whose classes are optimizers, and the functions that make one."""

from __future__ import annotations

import re
from typing import NamedTuple

MODULES = (
    "torch.optim",
    "torch.distributed.optim",
    "fairscale.optim",
    "apex.optimizers",
    "apex.contrib.optimizers",
    "bitsandbytes.optim",
    "timm.optim",
    "transformers.optimization",
    "lion_pytorch",
    "schedulefree",
    "torchao.optim",
    "torchao.prototype.low_bit_optim",
    "deepspeed.ops.adam",
    "deepspeed.ops.lamb",
    "deepspeed.ops.lion",
    "deepspeed.ops.adagrad",
    "deepspeed.runtime.fp16.onebit",
    "pytorch_optimizer",
    "torch_optimizer",
    "optimi",
    "came_pytorch",
    "adan_pytorch",
    "adan",
    "sophia_opt",
    "sophia",
    "dadaptation",
    "prodigyopt",
    "galore_torch",
    "apollo_torch",
    "madgrad",
    "muon",
    "distributed_shampoo",
    "colossalai.nn.optimizer",
    "composer.optim",
    "heavyball",
    "adam_mini",
    "lamb_torch",
    "pytorch_lamb",
    "adabelief_pytorch",
    "ranger",
    "ranger21",
    "adahessian",
    "fairseq.optim",
)

OTHERS = frozenset({"transformers.AdamW", "transformers.Adafactor", "torch.optim.*"})

WRAP_AN_OPTIMIZER = frozenset(
    {"AdaScale", "Lookahead", "ScheduleFreeWrapper", "PCGrad", "OrthoGrad", "TRAC", "SafeFP16Optimizer", "Magma",
     "SAMOptimizer", "DistributedOptimizer", "PostLocalSGDOptimizer", "AdamMini", "LOMO", "AdaLOMO"}
)  # fmt: skip
"""Classes in these modules whose first argument is an optimizer or a model."""

_CLASS = re.compile(r"_?[A-Z]\w*$")
_SCHEDULER = re.compile(r"(?i)schedul|policy|_lr$|warmup|annealing|swa|averaged")


def is_optimizer(path: str) -> bool:
    """Whether a dotted path names an optimizer class: a capitalised name at any depth of one of the modules."""
    if path in OTHERS:
        return True
    module, _, name = path.rpartition(".")
    if not _CLASS.match(name) or name in WRAP_AN_OPTIMIZER or ("lr_scheduler" in module):
        return False
    if _SCHEDULER.search(name) and "ScheduleFree" not in name:
        return False
    return any(module == one or module.startswith(one + ".") for one in MODULES)


METHODS = frozenset({"configure_optimizers", "configure_optimizer"})
"""A model's methods that return an optimizer of all its parameters: nanoGPT's convention, which many scripts follow."""


class Factory(NamedTuple):
    """A function that makes an optimizer from a model or from groups.

    `position` and `keyword` are of the model or groups; given a model, the function itself selects by `needs`.
    """

    paths: tuple[str, ...]
    position: int
    keyword: str
    needs: tuple[str, ...]


FACTORIES: dict[str, Factory] = {
    path: factory
    for factory in (
        Factory(
            ("timm.optim.create_optimizer_v2", "timm.optim.optim_factory.create_optimizer_v2"),
            0, "model_or_params", ("names", "shapes"),
        ),
        Factory(
            ("timm.optim.create_optimizer", "timm.optim.optim_factory.create_optimizer"),
            1, "model", ("names", "shapes"),
        ),
        Factory(("pytorch_optimizer.create_optimizer",), 0, "model", ("names",)),
    )
    for path in factory.paths
}  # fmt: skip
"""By dotted path. timm 1.0 excludes `ndim <= 1` and `.bias` from weight decay, pytorch_optimizer 4.1 listed names."""


class GroupMaker(NamedTuple):
    """A function that returns two parameter groups of a model, selected by `needs`."""

    paths: tuple[str, ...]
    keyword: str
    needs: tuple[str, ...]


GROUP_MAKERS: dict[str, GroupMaker] = {
    path: maker
    for maker in (
        GroupMaker(
            (
                "timm.optim.param_groups_weight_decay",
                "timm.optim.param_groups_layer_decay",
                "timm.optim.optim_factory.param_groups_weight_decay",
                "timm.optim.optim_factory.param_groups_layer_decay",
                "timm.optim.optim_factory.add_weight_decay",
            ),
            "model",
            ("names", "shapes"),
        ),
        GroupMaker(("pytorch_optimizer.get_optimizer_parameters",), "model_or_parameter", ("names",)),
        GroupMaker(("optimi.param_groups_weight_decay",), "model", ("names", "shapes")),
    )
    for path in maker.paths
}
