"""What a unit wraps keeps the unit's path; every cut inside a unit is lost."""

from __future__ import annotations

import functools
from typing import Any

import pytest
import torch
from fairscale.nn import FullyShardedDataParallel as FairscaleFSDP
from fairscale.nn import auto_wrap, default_auto_wrap_policy
from fairscale.nn import enable_wrap as fairscale_enable_wrap
from fairscale.nn import wrap as fairscale_wrap
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel
from torch.distributed.fsdp.wrap import (
    CustomPolicy,
    ModuleWrapPolicy,
    enable_wrap,
    lambda_auto_wrap_policy,
    size_based_auto_wrap_policy,
    transformer_auto_wrap_policy,
)
from torch.distributed.fsdp.wrap import wrap as torch_wrap

from .models import SUBLAYERS, Attention, Block, Mlp, Transformer, names
from .ranks import Ranks
from .wrappers import (
    CPU,
    DDP,
    FAIRSCALE,
    FAIRSCALE_UNFLATTENED,
    FSDP1,
    FSDP1_ORIGINAL,
    FSDP2,
    fairscale,
    fsdp1,
    wrap,
    wrap_units,
)

BLOCKS = ("layers.0", "layers.1")


def names_with_units(row: str, units: tuple[str, ...], root: bool) -> dict[str, list[str]]:
    model = Transformer()
    wrap_units(row, model, units)
    outermost = wrap(row, model) if root else model
    return {"outermost": names(outermost), "raw": names(model)}


def on_every_rank(ranks: Ranks, function: Any, *arguments: Any) -> Any:
    """The result, which has to be the same on both ranks."""
    first, second = ranks.run(function, *arguments)
    assert first == second
    return first


@pytest.mark.parametrize(
    ("row", "between", "flat", "root_is_in_raw"),
    [(FAIRSCALE, "_fpw_module.", "flat_param_0", False), (FSDP1, "", "_flat_param", True)],
)
def test_a_flattened_unit_keeps_its_path(ranks: Ranks, row: str, between: str, flat: str, root_is_in_raw: bool) -> None:
    seen = on_every_rank(ranks, names_with_units, row, SUBLAYERS, True)
    units = [f"{unit}._fsdp_wrapped_module.{flat}" for unit in SUBLAYERS]
    assert seen == {
        "outermost": [f"_fsdp_wrapped_module.{flat}"] + [f"_fsdp_wrapped_module.{between}{unit}" for unit in units],
        "raw": ([flat] if root_is_in_raw else []) + units,
    }


@pytest.mark.parametrize(("row", "flat"), [(FAIRSCALE, "flat_param_0"), (FSDP1, "_flat_param")])
def test_what_no_unit_covers_keeps_its_name(ranks: Ranks, row: str, flat: str) -> None:
    seen = on_every_rank(ranks, names_with_units, row, BLOCKS, False)
    assert seen["outermost"] == [
        f"layers.0._fsdp_wrapped_module.{flat}",
        f"layers.1._fsdp_wrapped_module.{flat}",
        "head.weight",
        "head.bias",
    ]


@pytest.mark.parametrize(
    ("row", "root", "first"),
    [
        (FAIRSCALE_UNFLATTENED, True, "layers.0.attn.query.weight"),
        (FAIRSCALE_UNFLATTENED, False, "layers.0.attn._fsdp_wrapped_module._fpw_module.query.weight"),
        (FSDP1_ORIGINAL, True, "_fsdp_wrapped_module.layers.0.attn._fsdp_wrapped_module.query.weight"),
        (FSDP1_ORIGINAL, False, "layers.0.attn._fsdp_wrapped_module.query.weight"),
        (FSDP2, True, "layers.0.attn.query.weight"),
        (FSDP2, False, "layers.0.attn.query.weight"),
        (DDP, False, "layers.0.attn.module.query.weight"),
    ],
)
def test_an_unflattened_unit_prefixes_in_the_middle(ranks: Ranks, row: str, root: bool, first: str) -> None:
    seen = on_every_rank(ranks, names_with_units, row, SUBLAYERS, root)
    assert (len(seen["outermost"]), seen["outermost"][0]) == (22, first)


@pytest.mark.parametrize(
    ("row", "first"),
    [
        (FAIRSCALE_UNFLATTENED, "layers.0.attn._fsdp_wrapped_module._fpw_module.query.weight"),
        (FSDP1_ORIGINAL, "layers.0.attn._fsdp_wrapped_module.query.weight"),
    ],
)
def test_inner_units_prefix_the_raw_models_names_too(ranks: Ranks, row: str, first: str) -> None:
    assert on_every_rank(ranks, names_with_units, row, SUBLAYERS, True)["raw"][0] == first


NAME_TESTS = {
    '"attn" in n': lambda n: "attn" in n,
    '".attn." in n': lambda n: ".attn." in n,
    '"query" in n': lambda n: "query" in n,
    '"attn.query" in n': lambda n: "attn.query" in n,
    '"bias" in n': lambda n: "bias" in n,
    'n.endswith(".weight")': lambda n: n.endswith(".weight"),
    'n.startswith("layers")': lambda n: n.startswith("layers"),
    'n == "head.weight"': lambda n: n == "head.weight",
}


def hits_of_name_tests(row: str, units: tuple[str, ...], root: bool) -> dict[str, int]:
    found = names_with_units(row, units, root)["outermost"]
    return {test: sum(map(accepts, found)) for test, accepts in NAME_TESTS.items()}


@pytest.mark.parametrize(
    ("row", "units", "root", "hits"),
    [
        # one flat parameter for each of the four sublayers, and the root's
        (FAIRSCALE, SUBLAYERS, True, [2, 2, 0, 0, 0, 0, 0, 0]),
        (FSDP1, SUBLAYERS, True, [2, 2, 0, 0, 0, 0, 0, 0]),
        # two blocks and the root
        (FAIRSCALE, BLOCKS, True, [0, 0, 0, 0, 0, 0, 0, 0]),
        (FSDP1, BLOCKS, True, [0, 0, 0, 0, 0, 0, 0, 0]),
        # two blocks, and the head untouched
        (FAIRSCALE, BLOCKS, False, [0, 0, 0, 0, 1, 1, 2, 1]),
        (FSDP1, BLOCKS, False, [0, 0, 0, 0, 1, 1, 2, 1]),
        # all 22; a name test that spans a unit's border hits nothing
        (FSDP1_ORIGINAL, SUBLAYERS, True, [8, 8, 4, 0, 11, 11, 0, 0]),
        (FSDP1_ORIGINAL, BLOCKS, True, [8, 8, 4, 4, 11, 11, 0, 0]),
        (FAIRSCALE_UNFLATTENED, SUBLAYERS, True, [8, 8, 4, 4, 11, 11, 20, 1]),
        (FAIRSCALE_UNFLATTENED, SUBLAYERS, False, [8, 8, 4, 0, 11, 11, 20, 1]),
        (FSDP2, SUBLAYERS, True, [8, 8, 4, 4, 11, 11, 20, 1]),
    ],
)
def test_which_name_tests_still_hit(
    ranks: Ranks, row: str, units: tuple[str, ...], root: bool, hits: list[int]
) -> None:
    assert on_every_rank(ranks, hits_of_name_tests, row, units, root) == dict(zip(NAME_TESTS, hits))


def units_of(module: nn.Module, wrapper: type[nn.Module]) -> list[str]:
    """The paths of the units inside, without the wrappers' own path segments; "" is the root."""
    paths = [path for path, submodule in module.named_modules() if isinstance(submodule, wrapper)]
    own_segments = ("_fsdp_wrapped_module", "_fpw_module")
    return [".".join(part for part in path.split(".") if part not in own_segments) for path in paths]


def _is_block(module: nn.Module) -> bool:
    return isinstance(module, Block)


POLICIES: dict[str, Any] = {
    "ModuleWrapPolicy({Block})": ModuleWrapPolicy({Block}),
    "ModuleWrapPolicy({Attention, Mlp})": ModuleWrapPolicy({Attention, Mlp}),
    "transformer_auto_wrap_policy": functools.partial(transformer_auto_wrap_policy, transformer_layer_cls={Block}),
    "lambda_auto_wrap_policy": functools.partial(lambda_auto_wrap_policy, lambda_fn=_is_block),
    "CustomPolicy": CustomPolicy(_is_block),
    "size_based_auto_wrap_policy": size_based_auto_wrap_policy,
    "size_based_auto_wrap_policy(min_num_params=100)": functools.partial(
        size_based_auto_wrap_policy, min_num_params=100
    ),
}


def units_by_policy(policy: str) -> list[str]:
    return units_of(fsdp1(Transformer(), auto_wrap_policy=POLICIES[policy]), FullyShardedDataParallel)


@pytest.mark.parametrize(
    ("policy", "units"),
    [
        ("ModuleWrapPolicy({Block})", ["", *BLOCKS]),
        ("ModuleWrapPolicy({Attention, Mlp})", ["", *SUBLAYERS]),
        ("transformer_auto_wrap_policy", ["", *BLOCKS]),
        ("lambda_auto_wrap_policy", ["", *BLOCKS]),
        ("CustomPolicy", ["", *BLOCKS]),
        ("size_based_auto_wrap_policy", [""]),
        (
            "size_based_auto_wrap_policy(min_num_params=100)",
            ["", *(f"layers.{i}.{part}" for i in (0, 1) for part in ("attn", "mlp.up", "mlp.down"))],
        ),
    ],
)
def test_a_policy_makes_units_and_the_root(ranks: Ranks, policy: str, units: list[str]) -> None:
    assert on_every_rank(ranks, units_by_policy, policy) == units


def units_by_torch_context() -> dict[str, list[str]]:
    model: Any = Transformer()
    with enable_wrap(wrapper_cls=FullyShardedDataParallel, device_id=CPU):
        model.head = torch_wrap(model.head)
        inside = torch_wrap(model)
    outside = torch_wrap(Transformer())
    return {
        "inside": units_of(inside, FullyShardedDataParallel),
        "outside": units_of(outside, FullyShardedDataParallel),
    }


def test_torchs_wrap_wraps_only_inside_its_context(ranks: Ranks) -> None:
    assert on_every_rank(ranks, units_by_torch_context) == {"inside": ["", "head"], "outside": []}


def units_by_fairscale_context() -> dict[str, list[str]]:
    small_units = functools.partial(default_auto_wrap_policy, min_num_params=100)
    with fairscale_enable_wrap(wrapper_cls=FairscaleFSDP, compute_device=CPU):
        wrapped = fairscale_wrap(Transformer())
        default = auto_wrap(Transformer())
        by_size = auto_wrap(Transformer(), auto_wrap_policy=small_units)
    outside = auto_wrap(fairscale_wrap(Transformer()))
    models = {"wrap": wrapped, "auto_wrap": default, "auto_wrap by size": by_size, "outside": outside}
    return {title: units_of(model, FairscaleFSDP) for title, model in models.items()}


def test_fairscales_auto_wrap_wraps_what_is_large_enough_and_the_root_only_then(ranks: Ranks) -> None:
    assert on_every_rank(ranks, units_by_fairscale_context) == {
        "wrap": [""],
        "auto_wrap": [],
        "auto_wrap by size": [f"layers.{i}.{part}" for i in (0, 1) for part in ("attn", "mlp.up", "mlp.down")],
        "outside": [],
    }


def names_by_override() -> list[str]:
    with fairscale_enable_wrap(wrapper_cls=FairscaleFSDP, compute_device=CPU, flatten_parameters=True):
        return names(fairscale_wrap(Transformer(), flatten_parameters=False))


def test_a_flag_given_to_fairscales_wrap_beats_the_contexts(ranks: Ranks) -> None:
    assert on_every_rank(ranks, names_by_override) == names(Transformer())


def head_of(row: str, head_is_a_unit: bool) -> dict[str, int]:
    model: Any = Transformer()
    if head_is_a_unit:
        model.head = wrap(row, model.head)
    wrapped = wrap(row, model)
    places = {"wrapped.head": wrapped.head, "wrapped.module.head": wrapped.module.head, "raw.head": model.head}
    return {place: len(list(head.parameters())) for place, head in places.items()}


@pytest.mark.parametrize("row", [FAIRSCALE, FSDP1])
@pytest.mark.parametrize(("head_is_a_unit", "count"), [(True, 1), (False, 0)])
def test_a_module_has_parameters_when_it_is_a_unit_itself(
    ranks: Ranks, row: str, head_is_a_unit: bool, count: int
) -> None:
    expected = dict.fromkeys(["wrapped.head", "wrapped.module.head", "raw.head"], count)
    assert on_every_rank(ranks, head_of, row, head_is_a_unit) == expected


def names_of_mixed_flags(inner: bool, outer: bool) -> list[str]:
    model = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 8))
    model[0] = fairscale(model[0], flatten_parameters=inner)
    return names(fairscale(model, flatten_parameters=outer))


@pytest.mark.parametrize(
    ("inner", "outer", "expected"),
    [
        (True, False, ["0.flat_param_0", "1.weight", "1.bias"]),
        (
            False,
            True,
            [
                "_fsdp_wrapped_module.flat_param_0",
                "_fsdp_wrapped_module._fpw_module.0._fsdp_wrapped_module._fpw_module.weight",
                "_fsdp_wrapped_module._fpw_module.0._fsdp_wrapped_module._fpw_module.bias",
            ],
        ),
    ],
)
def test_fairscale_flattens_by_unit(ranks: Ranks, inner: bool, outer: bool, expected: list[str]) -> None:
    assert on_every_rank(ranks, names_of_mixed_flags, inner, outer) == expected


def test_an_empty_group_is_silent_and_an_empty_list_is_not() -> None:
    torch.optim.SGD([{"params": []}, {"params": []}], lr=0.1)
    with pytest.raises(ValueError, match="optimizer got an empty parameter list"):
        torch.optim.SGD([], lr=0.1)
