"""Who computes the norm of the whole gradient, and who of a shard."""

from __future__ import annotations

import pytest
import torch
from fairscale.nn import ShardedDataParallel
from fairscale.optim import OSS
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import ShardingStrategy
from torch.nn.utils import clip_grad_norm_, clip_grad_value_, get_total_norm

from .models import Transformer, backward, names
from .ranks import Ranks
from .rows import ROWS
from .wrappers import able_to_train, fsdp1, whole, wrap

HAS_ITS_OWN = [row for row in ROWS if row.startswith(("fairscale", "FSDP1"))]


def norms(row: str) -> dict[str, float]:
    with able_to_train(row):
        wrapped = wrap(row, Transformer())
        backward(wrapped)
        collected = list(wrapped.parameters())
        gradients = [parameter.grad for parameter in collected if parameter.grad is not None]
        found = {
            "clip_grad_norm_(model.parameters())": clip_grad_norm_(wrapped.parameters(), 1e9),
            "clip_grad_norm_(list)": clip_grad_norm_(collected, 1e9),
            "get_total_norm": get_total_norm(gradients),
        }
        if hasattr(wrapped, "clip_grad_norm_"):
            found["model.clip_grad_norm_"] = wrapped.clip_grad_norm_(1e9)
    return {way: round(float(whole(norm)), 4) for way, norm in found.items()}


def true_norm() -> float:
    torch.manual_seed(0)
    model = Transformer()
    backward(model)
    return round(float(clip_grad_norm_(model.parameters(), 1e9)), 4)


@pytest.mark.parametrize("row", HAS_ITS_OWN)
def test_the_wrappers_own_clip_is_global(ranks: Ranks, row: str) -> None:
    assert [rank["model.clip_grad_norm_"] for rank in ranks.run(norms, row)] == [true_norm(), true_norm()]


@pytest.mark.parametrize("row", [row for row in ROWS if row not in HAS_ITS_OWN])
def test_the_others_have_no_clip_of_their_own(ranks: Ranks, row: str) -> None:
    assert ["model.clip_grad_norm_" in rank for rank in ranks.run(norms, row)] == [False, False]


@pytest.mark.parametrize("row", ROWS)
def test_a_collected_list_and_get_total_norm_see_what_parameters_see(ranks: Ranks, row: str) -> None:
    for rank in ranks.run(norms, row):
        rank.pop("model.clip_grad_norm_", None)
        assert len(set(rank.values())) == 1


@pytest.mark.parametrize("row", ROWS)
def test_ranks_agree_on_the_norm_only_where_it_is_global(ranks: Ranks, row: str) -> None:
    first, second = (rank["clip_grad_norm_(list)"] for rank in ranks.run(norms, row))
    assert (first == second == true_norm()) is (ROWS[row]["gradient_norm"] == "global")


def largest_after_clipping_by_value(row: str) -> float:
    with able_to_train(row):
        wrapped = wrap(row, Transformer())
        backward(wrapped)
        clip_grad_value_(wrapped.parameters(), 0.001)
        gradients = [whole(parameter.grad) for parameter in wrapped.parameters() if parameter.grad is not None]
    return max(float(gradient.abs().max()) for gradient in gradients if gradient.numel())


@pytest.mark.parametrize("row", ROWS)
def test_clipping_by_value_is_right_everywhere(ranks: Ranks, row: str) -> None:
    assert ranks.run(largest_after_clipping_by_value, row) == [pytest.approx(0.001), pytest.approx(0.001)]


def norms_of_sharded_data_parallel() -> dict[str, float]:
    model = Transformer()
    optimizer = OSS(model.parameters(), optim=torch.optim.SGD, lr=0.1)
    wrapped = ShardedDataParallel(model, optimizer)
    backward(wrapped)
    return {
        "torch": round(float(clip_grad_norm_(wrapped.parameters(), 1e9)), 4),
        "optimizer": round(float(optimizer.clip_grad_norm(1e9)), 4),
    }


def test_fairscales_sharded_data_parallel_is_clipped_by_its_optimizer(ranks: Ranks) -> None:
    first, second = ranks.run(norms_of_sharded_data_parallel)
    assert first["optimizer"] == second["optimizer"] == true_norm()
    assert first["torch"] < true_norm()
    assert second["torch"] < true_norm()


def hybrid(strategy: str, use_orig_params: bool) -> dict[str, object]:
    mesh = init_device_mesh("cpu", (1, 2), mesh_dim_names=("replicate", "shard"))
    wrapped = fsdp1(
        Transformer(),
        use_orig_params=use_orig_params,
        sharding_strategy=ShardingStrategy[strategy],
        device_mesh=mesh if "HYBRID" in strategy else None,
    )
    backward(wrapped)
    return {
        "names": names(wrapped),
        "shapes": [tuple(parameter.shape) for parameter in wrapped.parameters()],
        "norm": round(float(clip_grad_norm_(wrapped.parameters(), 1e9)), 4),
    }


@pytest.mark.parametrize("use_orig_params", [False, True])
@pytest.mark.parametrize("strategy", ["HYBRID_SHARD", "_HYBRID_SHARD_ZERO2"])
def test_the_hybrid_strategies_do_what_full_shard_does(ranks: Ranks, strategy: str, use_orig_params: bool) -> None:
    assert ranks.run(hybrid, strategy, use_orig_params) == ranks.run(hybrid, "FULL_SHARD", use_orig_params)
