"""On one rank the traps of shapes and norms do not show; those of names and objects do."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp import fully_shard

from .models import Transformer, backward, names
from .ranks import Ranks
from .stand_ins import cuda_streams
from .wrappers import fairscale, fsdp1, whole


def wrap_alone(library: str, model: nn.Module) -> Any:
    """The model wrapped over a process group that holds this rank only."""
    groups = [dist.new_group([rank]) for rank in range(dist.get_world_size())]
    alone = groups[dist.get_rank()]
    if library == "fairscale":
        return fairscale(model, process_group=alone, process_group_reduce_scatter=alone)
    if library == "fairscale unflattened":
        return fairscale(model, process_group=alone, process_group_reduce_scatter=alone, flatten_parameters=False)
    if library == "FSDP1":
        return fsdp1(model, process_group=alone)
    if library == "FSDP1 original":
        return fsdp1(model, process_group=alone, use_orig_params=True)
    return fully_shard(model, mesh=DeviceMesh.from_group(alone, "cpu"))


def measure_alone(library: str) -> dict[str, Any]:
    model = Transformer()
    shapes = [parameter.shape for parameter in model.parameters()]
    objects = {id(parameter) for parameter in model.parameters()}
    with cuda_streams():
        wrapped = wrap_alone(library, model)
        now = list(wrapped.parameters())
        facts = {
            "names": len(names(wrapped)),
            "shapes": [parameter.shape for parameter in now] == shapes,
            "objects": {id(parameter) for parameter in now} == objects,
        }
        backward(wrapped)
        norm = whole(torch.nn.utils.clip_grad_norm_(wrapped.parameters(), 1e9))
        if hasattr(wrapped, "clip_grad_norm_"):
            facts["norm"] = torch.allclose(norm, wrapped.clip_grad_norm_(1e9))
    return facts


@pytest.mark.parametrize(
    ("library", "expected"),
    [
        ("fairscale", {"names": 1, "shapes": False, "objects": False, "norm": True}),
        ("fairscale unflattened", {"names": 22, "shapes": True, "objects": True, "norm": True}),
        ("FSDP1", {"names": 1, "shapes": False, "objects": False, "norm": True}),
        ("FSDP1 original", {"names": 22, "shapes": True, "objects": True, "norm": True}),
        ("FSDP2", {"names": 22, "shapes": True, "objects": False}),
    ],
)
def test_one_rank_hides_shapes_and_norms_only(ranks: Ranks, library: str, expected: dict[str, Any]) -> None:
    assert ranks.run(measure_alone, library) == [expected, expected]
