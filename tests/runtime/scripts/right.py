"""Every flow here is right: the guard says nothing."""

from __future__ import annotations

import copy
import pickle
import warnings
import weakref

import torch
import torch.distributed as dist
from fairscale.nn import FullyShardedDataParallel as FairscaleFSDP
from fairscale.optim import OSS
from net import CPU, Layer, Net, begin, by_name, by_shape, sharded, train
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import ShardingStrategy
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.distributed.optim import ZeroRedundancyOptimizer, _apply_optimizer_in_backward
from torch.nn.parallel import DistributedDataParallel as DDP

import guard


def names_with_empty_shards() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True, auto_wrap_policy=ModuleWrapPolicy({Layer}))
    train(model, torch.optim.AdamW(by_name(model)))


def fairscale_names_kept() -> None:
    torch.optim.AdamW(by_name(FairscaleFSDP(Net(), compute_device=CPU, flatten_parameters=False)))


def units_along_the_groups() -> None:
    net = Net()
    for layer in net.layers:
        layer.attention = FSDP(layer.attention, device_id=CPU)
    model = FSDP(net, device_id=CPU)
    train(model, torch.optim.SGD(by_name(model), lr=0.1))


def one_group_for_everything() -> None:
    model = FSDP(Net(), device_id=CPU)
    optimizer = torch.optim.SGD((p for p in model.parameters() if p.requires_grad), lr=0.1)
    assert len(optimizer.param_groups[0]["params"]) == 1
    train(model, optimizer)


def equal_hyperparameters() -> None:
    model = FSDP(Net(), device_id=CPU)
    attention, rest = by_name(model)
    train(model, torch.optim.SGD([{**attention, "lr": 0.1}, {**rest, "lr": 0.1}], lr=0.1))


def the_only_parameters_added_after_empty_groups() -> None:
    model = FSDP(Net(), device_id=CPU)
    attention, rest = by_name(model)
    optimizer = torch.optim.SGD([attention], lr=0.1)
    optimizer.add_param_group({**rest, "lr": 0.1})
    train(model, optimizer)


def optimizer_first_where_objects_stay() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_shape(net))
    train(FSDP(net, device_id=CPU, use_orig_params=True), optimizer)


def shapes_kept_without_sharding() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True, sharding_strategy=ShardingStrategy.NO_SHARD)
    train(model, torch.optim.AdamW(by_shape(model)))


def fsdp2() -> None:
    net = Net()
    sharded(net)
    train(net, torch.optim.AdamW(by_name(net)), torch.optim.AdamW(by_shape(net)))


def a_filter_that_finds_nothing() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True)
    adapters = [p for n, p in model.named_parameters() if "adapter" in n]
    train(model, torch.optim.SGD([{"params": model.parameters()}, {"params": adapters, "lr": 1.0}], lr=0.1))


def only_the_frozen_part_is_wrapped() -> None:
    net = Net()
    net.layers.requires_grad_(False)
    optimizer = torch.optim.AdamW(net.parameters())
    for layer in net.layers:
        sharded(layer)
    train(net, optimizer)


def refilled_by_hand() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    sharded(net)
    optimizer.param_groups[0]["params"] = list(net.parameters())
    train(net, optimizer)


def rebuilt_after_the_wrap() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    model = FSDP(net, device_id=CPU)
    optimizer = torch.optim.AdamW(model.parameters())
    train(model, optimizer)


def two_models_and_a_frozen_copy() -> None:
    generator, critic = FSDP(Net(), device_id=CPU), DDP(Net())
    average = copy.deepcopy(critic.module).requires_grad_(False)
    train(generator, torch.optim.Adam(generator.parameters()))
    train(critic, torch.optim.Adam(by_name(critic)))
    assert not any(p.requires_grad for p in average.parameters())


def optimizers_sharded_over_ranks() -> None:
    model = DDP(Net())
    train(model, ZeroRedundancyOptimizer(model.parameters(), optimizer_class=torch.optim.AdamW))
    model = DDP(Net())
    train(model, OSS(params=by_name(model), optim=torch.optim.SGD, lr=0.1))


def empty_group_without_sharding() -> None:
    model = DDP(Net())
    train(model, torch.optim.SGD([{"params": model.parameters()}, {"params": [], "lr": 1.0}], lr=0.1))


def copied_saved_and_scheduled() -> None:
    model = DDP(Net())
    optimizer = torch.optim.AdamW(by_name(model))
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    again = pickle.loads(pickle.dumps(optimizer))
    copy.deepcopy(optimizer)
    optimizer.load_state_dict(again.state_dict())
    train(model, optimizer)
    scheduler.step()


def nothing_is_left_after_the_first_step() -> None:
    model = DDP(Net())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    step = optimizer.step.__func__ if hasattr(optimizer.step, "__func__") else optimizer.step
    train(model, optimizer)
    assert not optimizer._optimizer_step_pre_hooks
    assert not optimizer._optimizer_step_post_hooks
    assert (optimizer.step.__func__ if hasattr(optimizer.step, "__func__") else optimizer.step) is step


def layerwise_rates_over_flat_layers() -> None:
    net = Net()
    for number, layer in enumerate(net.layers):
        net.layers[number] = FSDP(layer, device_id=CPU)
    model = FSDP(net, device_id=CPU)
    first = list(net.layers[0].parameters())
    rest = [p for p in model.parameters() if all(p is not one for one in first)]
    train(model, torch.optim.SGD([{"params": first, "lr": 0.01}, {"params": rest, "lr": 0.1}], lr=0.1))


def last_layer_left_in_the_outer_unit() -> None:
    net = Net()
    net.layers[0] = FSDP(net.layers[0], device_id=CPU)
    model = FSDP(net, device_id=CPU)
    first, outer = list(net.layers[0].parameters()), [model._flat_param]
    train(model, torch.optim.SGD([{"params": first, "lr": 0.01}, {"params": outer, "lr": 0.1}], lr=0.1))


def a_list_of_names_that_this_model_does_not_have() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True)
    no_decay = ("layer_norm.weight", "embedding.bias")
    groups = [
        {"params": [p for n, p in model.named_parameters() if not n.endswith(no_decay)], "weight_decay": 0.1},
        {"params": [p for n, p in model.named_parameters() if n.endswith(no_decay)], "weight_decay": 0.0},
    ]
    train(model, torch.optim.AdamW(groups))


def groups_that_differ_in_their_label_alone() -> None:
    model = FSDP(Net(), device_id=CPU)
    attention, rest = by_name(model)
    groups = [{**attention, "lr": 0.1, "name": "attention"}, {**rest, "lr": 0.1, "name": "rest"}]
    train(model, torch.optim.SGD(groups, lr=0.1))


def rates_as_tensors() -> None:
    model = FSDP(Net(), device_id=CPU)
    attention, rest = by_name(model)
    groups = [{**attention, "lr": torch.tensor(0.1)}, {**rest, "lr": torch.tensor(0.1)}]
    train(model, torch.optim.SGD(groups, lr=torch.tensor(0.1)))


def an_averaged_copy() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True)
    average = torch.optim.swa_utils.AveragedModel(DDP(Net()))
    train(model, torch.optim.SGD(model.parameters(), lr=0.1))
    assert all(p.grad is None for p in average.parameters())


def two_optimizers_for_one_model() -> None:
    model = FSDP(Net(), device_id=CPU, use_orig_params=True)
    attention, rest = by_name(model)
    train(model, torch.optim.SGD([attention]), torch.optim.AdamW([rest]))


def stated_rates_that_hold() -> None:
    stated = {"*": {"lr": 0.01}, "*.attention.*": {"lr": 0.1}}
    kept = FSDP(Net(), device_id=CPU, use_orig_params=True, auto_wrap_policy=ModuleWrapPolicy({Layer}))
    replaced, plain = Net(), DDP(torch.nn.Sequential(Net()))
    sharded(replaced)
    guard.expect(stated)
    for model in (kept, replaced, plain):
        optimizer = torch.optim.AdamW(by_name(model))
        scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: step / 10)
        train(model, optimizer)
        scheduler.step()


def stated_rates_that_hold_for_units_along_the_groups() -> None:
    net = Net()
    for layer in net.layers:
        layer.attention = FSDP(layer.attention, device_id=CPU)
    model = FSDP(net, device_id=CPU)
    guard.expect({"*": {"lr": 0.01}, "layers.?.attention.*": {"lr": 0.1}})
    train(model, torch.optim.SGD(by_name(model), lr=0.1))


def evaluated_between_backward_and_step() -> None:
    net = Net()
    sharded(net)
    guard.expect({"*": {"lr": 0.01}, "*.attention.*": {"lr": 0.1}})
    optimizer = torch.optim.AdamW(by_name(net))
    net(torch.randn(4, 6)).square().mean().backward()
    with torch.no_grad():
        net(torch.randn(4, 6))
    optimizer.step()


def originals_die_while_a_wrap_goes_on() -> None:
    net = Net()
    torch.optim.SGD(net.parameters(), lr=0.1)
    first = weakref.ref(net.layers[0].mlp.weight)
    alive = []

    def policy(module: torch.nn.Module, recurse: bool, nonwrapped_numel: int) -> bool:
        alive.append(first() is not None)
        return recurse or isinstance(module, Layer)

    FSDP(net, device_id=CPU, auto_wrap_policy=policy)
    assert alive[0]
    assert not alive[-1]


def fsdp2_models_one_after_the_other() -> None:
    alive = []
    for _ in range(2):
        alive.append(sharded(Net()))
        train(alive[-1], torch.optim.AdamW(alive[-1].parameters()))


def fsdp2_models_of_which_one_is_not_trained_yet() -> None:
    generator, critic = sharded(torch.nn.Sequential(Net())), sharded(Net(3))
    train(torch.nn.Sequential(generator, critic), torch.optim.AdamW(generator.parameters()))
    train(critic, torch.optim.AdamW(critic.parameters()), width=3)


def a_part_of_a_model_trained_further() -> None:
    for model in (sharded(Net()), FSDP(Net(), device_id=CPU, use_orig_params=True)):
        for part in ("", "head"):
            train(model, torch.optim.AdamW(p for n, p in model.named_parameters() if part in n))


def trained_before_and_rebuilt_after_the_wrap() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    train(net, optimizer)
    model = FSDP(net, device_id=CPU)
    train(model, torch.optim.AdamW(model.parameters()))
    optimizer.param_groups[0]["params"] = list(model.parameters())
    optimizer.state.clear()
    train(model, optimizer)
    assert not optimizer._optimizer_step_pre_hooks
    assert not optimizer._optimizer_step_post_hooks


def originals_that_have_gradients_of_their_own() -> None:
    """They are trained beside the wrap: what they have is another gradient than before, or more of the same."""
    for clear in (True, False):
        net = Net()
        optimizer = torch.optim.AdamW(net.parameters())
        net(torch.randn(4, 6)).square().mean().backward()
        gradient = weakref.ref(net.head.weight.grad)
        held = list(net.parameters())
        FSDP(net, device_id=CPU)
        if clear:
            optimizer.zero_grad()
            assert gradient() is None
        sum(p.sum() for p in held).backward()
        optimizer.step()


def frozen_after_the_wrap() -> None:
    for wrap in (lambda module: FSDP(module, device_id=CPU), sharded):
        net = Net()
        optimizer = torch.optim.AdamW(net.parameters())
        net.layers[0] = wrap(net.layers[0]).requires_grad_(False)
        train(net, optimizer)


def refilled_by_hand_after_an_empty_step() -> None:
    for wrap in (lambda module: FSDP(module, device_id=CPU), sharded):
        net = Net()
        optimizer = torch.optim.AdamW(net.parameters())
        model = wrap(net)
        optimizer.step()
        optimizer.param_groups[0]["params"] = list(model.parameters())
        train(model, optimizer)
        assert not optimizer._optimizer_step_pre_hooks
        assert not optimizer._optimizer_step_post_hooks


def steps_in_the_backward_pass_of_fsdp2() -> None:
    net = Net()
    for layer in net.layers:
        sharded(layer)
    _apply_optimizer_in_backward(torch.optim.SGD, net.layers.parameters(), {"lr": 0.1})
    train(net, torch.optim.SGD(net.head.parameters(), lr=0.1))


FLOWS = (
    names_with_empty_shards,
    fairscale_names_kept,
    units_along_the_groups,
    one_group_for_everything,
    the_only_parameters_added_after_empty_groups,
    equal_hyperparameters,
    optimizer_first_where_objects_stay,
    shapes_kept_without_sharding,
    fsdp2,
    a_filter_that_finds_nothing,
    only_the_frozen_part_is_wrapped,
    refilled_by_hand,
    rebuilt_after_the_wrap,
    two_models_and_a_frozen_copy,
    optimizers_sharded_over_ranks,
    empty_group_without_sharding,
    copied_saved_and_scheduled,
    nothing_is_left_after_the_first_step,
    layerwise_rates_over_flat_layers,
    last_layer_left_in_the_outer_unit,
    a_list_of_names_that_this_model_does_not_have,
    groups_that_differ_in_their_label_alone,
    rates_as_tensors,
    an_averaged_copy,
    two_optimizers_for_one_model,
    stated_rates_that_hold,
    stated_rates_that_hold_for_units_along_the_groups,
    evaluated_between_backward_and_step,
    originals_die_while_a_wrap_goes_on,
    fsdp2_models_one_after_the_other,
    fsdp2_models_of_which_one_is_not_trained_yet,
    a_part_of_a_model_trained_further,
    trained_before_and_rebuilt_after_the_wrap,
    originals_that_have_gradients_of_their_own,
    frozen_after_the_wrap,
    refilled_by_hand_after_an_empty_step,
    steps_in_the_backward_pass_of_fsdp2,
)

begin()
warnings.filterwarnings("error", message="FSDP0")
for flow in FLOWS:
    guard.uninstall()
    guard.install()
    try:
        flow()
    except Exception as error:
        print(f"{flow.__name__}: {type(error).__name__}: {error}\n", end="", flush=True)
    else:
        print(f"{flow.__name__}: silent\n", end="", flush=True)
dist.barrier()
dist.destroy_process_group()
