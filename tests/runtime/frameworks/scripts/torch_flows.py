"""What people do with torch's own wrappers and optimizers beyond the plain loop."""

from __future__ import annotations

import copy
import functools
from typing import Any

import torch
import torch.distributed as dist
from flows import assert_trained, run
from net import CPU, Layer, Net, by_name, by_shape, sharded, train
from torch import nn
from torch.distributed.algorithms.model_averaging.averagers import PeriodicModelAverager
from torch.distributed.checkpoint.state_dict import get_state_dict, set_optimizer_state_dict
from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy, fully_shard
from torch.distributed.fsdp.sharded_grad_scaler import ShardedGradScaler
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.distributed.optim import PostLocalSGDOptimizer, _apply_optimizer_in_backward
from torch.nn.parallel import DistributedDataParallel
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import guard  # noqa: F401

FSDP = functools.partial(FullyShardedDataParallel, device_id=CPU)


def loss_of(model: nn.Module) -> torch.Tensor:
    return model(torch.randn(4, 6)).square().mean()


def optimizers_in_the_backward_pass() -> None:
    """One optimizer for each parameter, as torch makes them: FSDP1 runs those that were there before the wrap."""
    for wrap in (lambda net: net, functools.partial(FSDP, use_orig_params=True)):
        net = Net()
        before = [p.detach().clone() for p in net.parameters()]
        _apply_optimizer_in_backward(torch.optim.SGD, net.parameters(), {"lr": 0.1})
        model = wrap(net)
        for _ in range(2):
            loss_of(model).backward()
        with FullyShardedDataParallel.summon_full_params(model):
            assert not any(torch.equal(a, b) for a, b in zip(before, net.parameters()))


def optimizers_in_the_backward_pass_of_fsdp2() -> None:
    """By hand, since there the hook is one that runs when a gradient has been put together."""
    model = sharded(Net())
    optimizers = {parameter: torch.optim.AdamW([parameter]) for parameter in model.parameters()}
    for parameter in model.parameters():
        parameter.register_post_accumulate_grad_hook(lambda p: optimizers[p].step())
    loss_of(model).backward()
    for optimizer in optimizers.values():
        assert_trained(optimizer)


def local_steps_between_averages() -> None:
    model = DistributedDataParallel(Net())
    inner = torch.optim.AdamW(by_name(model))
    train(model, PostLocalSGDOptimizer(inner, PeriodicModelAverager(period=2)))
    assert_trained(inner)


def moving_average_beside_the_model() -> None:
    net = Net()
    for wrap in (DistributedDataParallel, functools.partial(FSDP, use_orig_params=True), FSDP, sharded):
        average = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.9))
        model = wrap(copy.deepcopy(net))
        optimizer = torch.optim.AdamW(model.parameters())
        train(model, optimizer)
        average.update_parameters(net)
        assert_trained(optimizer)


def moving_average_of_a_model_with_its_optimizer() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    average = AveragedModel(net)
    model = DistributedDataParallel(net)
    train(model, optimizer)
    average.update_parameters(model.module)
    assert_trained(optimizer)


def two_sharded_models_in_turn() -> None:
    generator, critic = FSDP(Net()), FSDP(nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1)))
    of_generator = torch.optim.AdamW(generator.parameters(), lr=0.1)
    of_critic = torch.optim.AdamW(critic.parameters(), lr=0.01)
    for _ in range(2):
        of_critic.zero_grad()
        critic(generator(torch.randn(4, 6)).detach()).mean().backward()
        of_critic.step()
        of_generator.zero_grad()
        critic(generator(torch.randn(4, 6))).mean().backward()
        of_generator.step()
    assert_trained(of_generator)
    assert_trained(of_critic)


def two_sharded_models_in_one_optimizer() -> None:
    first, second = FSDP(Net()), FSDP(nn.Linear(3, 1))
    optimizer = torch.optim.AdamW(
        [{"params": first.parameters(), "lr": 0.1}, {"params": second.parameters(), "lr": 0.01}]
    )
    second(first(torch.randn(4, 6))).mean().backward()
    optimizer.step()
    assert_trained(optimizer)


def image_fitted_through_a_sharded_model() -> None:
    model = FSDP(Net()).requires_grad_(False)
    image = torch.randn(4, 6, requires_grad=True)
    before = image.detach().clone()
    optimizer = torch.optim.LBFGS([image], max_iter=3)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = model(image).square().mean()
        loss.backward()
        return loss

    optimizer.step(closure)
    assert not torch.equal(before, image)


def evaluation_between_backward_and_step() -> None:
    for model in (FSDP(Net(), use_orig_params=True), FSDP(Net()), sharded(Net())):
        optimizer = torch.optim.AdamW(model.parameters())
        for number in range(4):
            loss_of(model).backward()
            with torch.no_grad():
                loss_of(model.eval())
            model.train()
            if number % 2:
                optimizer.step()
                optimizer.zero_grad()
        assert_trained(optimizer)


def accumulation_without_synchronising() -> None:
    for model in (FSDP(Net(), use_orig_params=True), DistributedDataParallel(Net())):
        optimizer = torch.optim.AdamW(by_name(model))
        with model.no_sync():
            loss_of(model).backward()
        loss_of(model).backward()
        optimizer.step()
        assert_trained(optimizer)


def gradients_and_states_sharded_alone() -> None:
    for settings in ({"use_orig_params": True, "auto_wrap_policy": ModuleWrapPolicy({Layer})}, {}):
        model = FSDP(Net(), sharding_strategy=ShardingStrategy.SHARD_GRAD_OP, **settings)
        optimizer = torch.optim.AdamW(by_name(model) if settings else model.parameters())
        train(model, optimizer)
        assert_trained(optimizer)


def kept_unsharded_after_forward() -> None:
    net = Net()
    mesh = dist.init_device_mesh("cpu", (2,))
    for layer in net.layers:
        fully_shard(layer, mesh=mesh, reshard_after_forward=False)
    fully_shard(net, mesh=mesh, reshard_after_forward=False)
    optimizer = torch.optim.AdamW(by_name(net))
    train(net, optimizer)
    assert_trained(optimizer)


def scaled_gradients_with_a_skipped_first_step() -> None:
    for make, model in (
        (torch.amp.GradScaler, DistributedDataParallel(Net())),
        (ShardedGradScaler, FSDP(Net(), use_orig_params=True)),
    ):
        scaler = make("cpu", init_scale=2.0**10)
        optimizer = torch.optim.AdamW(by_name(model))
        for factor in (float("inf"), 1.0):
            optimizer.zero_grad()
            scaler.scale(loss_of(model) * factor).backward()
            scaler.step(optimizer)
            scaler.update()
        assert_trained(optimizer)


def scheduled_learning_rates() -> None:
    model = FSDP(Net(), use_orig_params=True)
    optimizer = torch.optim.AdamW(by_name(model))
    warm_up = torch.optim.lr_scheduler.LinearLR(optimizer, total_iters=1)
    decay = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 2)
    scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm_up, decay], milestones=[1])
    for _ in range(3):
        train(model, optimizer)
        scheduler.step()
    assert_trained(optimizer)


def rebuilt_on_resume() -> None:
    for wrap in (functools.partial(FSDP, use_orig_params=True), FSDP, sharded):
        model = wrap(Net())
        optimizer = torch.optim.AdamW(model.parameters())
        train(model, optimizer)
        _, saved = get_state_dict(model, optimizer)
        net = Net()
        discarded = torch.optim.AdamW(net.parameters())
        model = wrap(net)
        optimizer = torch.optim.AdamW(model.parameters())
        set_optimizer_state_dict(model, optimizer, saved)
        train(model, optimizer)
        assert_trained(optimizer)
        assert not discarded.state


def ensemble_of_stacked_parameters() -> None:
    nets = [Net() for _ in range(3)]
    stacked, buffers = torch.func.stack_module_state(nets)
    optimizer = torch.optim.AdamW(stacked.values())
    model = copy.deepcopy(nets[0]).to("meta")

    def call(parameters: Any, x: torch.Tensor) -> torch.Tensor:
        return torch.func.functional_call(model, (parameters, buffers), (x,))

    torch.func.vmap(call, in_dims=(0, None))(stacked, torch.randn(4, 6)).square().mean().backward()
    optimizer.step()
    assert_trained(optimizer)


class Adapted(nn.Module):
    """A linear layer that is frozen, and a low-rank one beside it that learns."""

    def __init__(self, frozen: nn.Linear) -> None:
        super().__init__()
        self.frozen = frozen.requires_grad_(False)
        self.lora_a = nn.Linear(frozen.in_features, 2, bias=False)
        self.lora_b = nn.Linear(2, frozen.out_features, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.frozen(x) + self.lora_b(self.lora_a(x))


def adapted() -> Net:
    net = Net().requires_grad_(False)
    for layer in net.layers:
        layer.attention.q_proj = Adapted(layer.attention.q_proj)
        layer.mlp = Adapted(layer.mlp)
    net.head.requires_grad_(True)
    return net


def adapters(model: nn.Module) -> list[dict[str, Any]]:
    """As by hand: the adapters' two halves with two learning rates, and the head; nothing that is frozen."""
    named = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    return [
        {"params": [p for n, p in named if "lora_a" in n], "lr": 0.01},
        {"params": [p for n, p in named if "lora_b" in n], "lr": 0.1},
        {"params": [p for n, p in named if "lora" not in n], "lr": 0.02},
    ]


def adapters_of_a_frozen_model() -> None:
    for wrap in (functools.partial(FSDP, use_orig_params=True), sharded, DistributedDataParallel):
        model = wrap(adapted())
        optimizer = torch.optim.AdamW(adapters(model))
        train(model, optimizer)
        assert_trained(optimizer)


def adapters_and_the_frozen_model_in_one_optimizer() -> None:
    net = adapted()
    optimizer = torch.optim.AdamW(net.parameters())
    model = FSDP(net, use_orig_params=True)
    train(model, optimizer)
    assert_trained(optimizer)


def layers_unfrozen_later() -> None:
    net = Net()
    net.layers.requires_grad_(False)
    optimizer = torch.optim.AdamW(net.parameters())
    model = FSDP(net, use_orig_params=True)
    train(model, optimizer)
    net.layers.requires_grad_(True)
    train(model, optimizer)
    assert_trained(optimizer)


def teacher_and_student_in_one_optimizer() -> None:
    teacher, student = Net().requires_grad_(False), Net()
    optimizer = torch.optim.AdamW([*teacher.parameters(), *student.parameters()])
    FSDP(teacher)
    train(DistributedDataParallel(student), optimizer)
    assert_trained(optimizer)


def parameters_that_the_wrap_ignores() -> None:
    for wrap in (
        lambda net: FSDP(net, ignored_modules=[net.head]),
        lambda net: sharded(net, ignored_params=set(net.head.parameters())),
    ):
        net = Net()
        of_head = torch.optim.AdamW(net.head.parameters())
        model = wrap(net)
        held = {id(parameter) for parameter in net.head.parameters()}
        of_layers = torch.optim.AdamW(p for p in model.parameters() if id(p) not in held)
        train(model, of_head, of_layers)
        assert_trained(of_head)
        assert_trained(of_layers)


def original_that_goes_on_beside_its_wrapped_copy() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    model = FSDP(copy.deepcopy(net))
    of_model = torch.optim.AdamW(model.parameters())
    train(model, of_model)
    train(net, optimizer)
    assert_trained(of_model)
    assert_trained(optimizer)


def wrapped_in_two_stages() -> None:
    net = Net()
    for layer in net.layers:
        sharded(layer)
    of_layers = torch.optim.AdamW(net.layers.parameters())
    sharded(net)
    of_head = torch.optim.AdamW(net.head.parameters())
    train(net, of_layers, of_head)
    assert_trained(of_layers)
    assert_trained(of_head)


def tied_weights() -> None:
    net = Net()
    net.layers[1].mlp.weight = net.layers[0].mlp.weight
    optimizer = torch.optim.AdamW(sharded(net).parameters())
    train(net, optimizer)
    assert_trained(optimizer)


def closure_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters())
    model = FSDP(net)

    def closure() -> torch.Tensor:
        optimizer.zero_grad(set_to_none=False)
        loss = loss_of(model)
        loss.backward()
        return loss

    optimizer.step(closure)
    assert_trained(optimizer)


def adapters_of_a_frozen_model_optimizer_first() -> None:
    net = adapted()
    optimizer = torch.optim.AdamW(adapters(net))
    train(sharded(net), optimizer)
    assert_trained(optimizer)


def scheduled_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    train(FSDP(net), optimizer)
    scheduler.step()
    assert_trained(optimizer)


def accumulation_optimizer_first() -> None:
    net = Net()
    optimizer = torch.optim.AdamW(by_name(net))
    sharded(net)
    loss_of(net).backward()
    loss_of(net).backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
    assert_trained(optimizer)


def one_of_two_models_optimizer_first() -> None:
    generator, critic = Net(), nn.Linear(3, 1)
    optimizer = torch.optim.AdamW([*generator.parameters(), *critic.parameters()])
    model = FSDP(generator)
    critic(model(torch.randn(4, 6))).mean().backward()
    optimizer.step()


def split_by_shape_with_gradients_and_states_sharded_alone() -> None:
    model = FSDP(Net(), use_orig_params=True, sharding_strategy=ShardingStrategy.SHARD_GRAD_OP)
    torch.optim.AdamW(by_shape(model))


run(
    optimizers_in_the_backward_pass,
    optimizers_in_the_backward_pass_of_fsdp2,
    local_steps_between_averages,
    moving_average_beside_the_model,
    moving_average_of_a_model_with_its_optimizer,
    two_sharded_models_in_turn,
    two_sharded_models_in_one_optimizer,
    image_fitted_through_a_sharded_model,
    evaluation_between_backward_and_step,
    accumulation_without_synchronising,
    gradients_and_states_sharded_alone,
    kept_unsharded_after_forward,
    scaled_gradients_with_a_skipped_first_step,
    scheduled_learning_rates,
    rebuilt_on_resume,
    ensemble_of_stacked_parameters,
    adapters_of_a_frozen_model,
    adapters_and_the_frozen_model_in_one_optimizer,
    layers_unfrozen_later,
    teacher_and_student_in_one_optimizer,
    parameters_that_the_wrap_ignores,
    original_that_goes_on_beside_its_wrapped_copy,
    wrapped_in_two_stages,
    tied_weights,
    closure_optimizer_first,
    adapters_of_a_frozen_model_optimizer_first,
    scheduled_optimizer_first,
    accumulation_optimizer_first,
    one_of_two_models_optimizer_first,
    split_by_shape_with_gradients_and_states_sharded_alone,
)
