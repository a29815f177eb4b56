"""Lightning: Fabric and the Trainer, with FSDP, FSDP2 and DDP."""

from __future__ import annotations

from typing import Any
from unittest import mock

import torch
from flows import assert_trained, run
from lightning import Fabric, LightningModule, Trainer
from lightning.fabric.strategies import FSDPStrategy as FabricFSDP
from lightning.fabric.strategies import ModelParallelStrategy as FabricModelParallel
from lightning.pytorch.strategies import FSDPStrategy, ModelParallelStrategy
from net import CPU, Net, by_name
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.distributed.fsdp import fully_sharded_data_parallel as torch_fsdp
from torch.utils.data import DataLoader

import guard  # noqa: F401

# Stand-ins for a GPU. Lightning refuses its own strategy on CPU, and takes one that somebody derived from it. On CPU it
# names no device, and torch would then look for a GPU.


class FabricFSDPOnCPU(FabricFSDP):
    pass


class FSDPOnCPU(FSDPStrategy):
    pass


def _on_cpu(
    state: Any, module: nn.Module, ignored: Any, device: Any, original: Any = torch_fsdp._init_device_handle
) -> Any:
    return original(state, module, ignored, CPU if device is None else device)


def fabric(strategy: Any) -> Fabric:
    made = Fabric(accelerator="cpu", devices=2, strategy=strategy)
    made.launch()
    return made


def train(runner: Fabric, model: nn.Module, optimizer: Any) -> None:
    for _ in range(2):
        optimizer.zero_grad()
        runner.backward(model(torch.randn(4, 6)).square().mean())
        optimizer.step()
    assert_trained(optimizer)


def fabric_fsdp_set_up_together() -> None:
    runner = fabric(FabricFSDPOnCPU())
    net = Net()
    train(runner, *runner.setup(net, torch.optim.AdamW(by_name(net))))


def fabric_fsdp_module_first() -> None:
    runner = fabric(FabricFSDPOnCPU())
    model = runner.setup_module(Net())
    train(runner, model, runner.setup_optimizers(torch.optim.AdamW(by_name(model))))


def fabric_fsdp_flattened_module_first() -> None:
    model = fabric(FabricFSDPOnCPU(use_orig_params=False)).setup_module(Net())
    torch.optim.AdamW(by_name(model))


def fabric_fsdp2_module_first() -> None:
    runner = fabric(FabricModelParallel(_sharded, data_parallel_size=2, tensor_parallel_size=1))
    model = runner.setup_module(Net())
    train(runner, model, runner.setup_optimizers(torch.optim.AdamW(by_name(model))))


def fabric_ddp_set_up_together() -> None:
    runner = fabric("ddp")
    net = Net()
    train(runner, *runner.setup(net, torch.optim.AdamW(by_name(net))))


def _sharded(module: nn.Module, mesh: Any) -> nn.Module:
    fully_shard(module, mesh=mesh["data_parallel"])
    return module


class Trained(LightningModule):
    """Automatic optimisation: forward and backward run inside of the optimizer's step."""

    def __init__(self) -> None:
        super().__init__()
        self.net = Net()

    def training_step(self, batch: torch.Tensor, number: int) -> torch.Tensor:
        return self.net(batch).square().mean()

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.AdamW(by_name(self))


class ByHand(Trained):
    """Manual optimisation."""

    def __init__(self) -> None:
        super().__init__()
        self.automatic_optimization = False

    def training_step(self, batch: torch.Tensor, number: int) -> None:
        optimizer = self.optimizers()
        optimizer.zero_grad()
        self.manual_backward(self.net(batch).square().mean())
        optimizer.step()


class Scheduled(Trained):
    """A learning-rate scheduler and gradient accumulation."""

    def configure_optimizers(self) -> Any:
        optimizer = super().configure_optimizers()
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 1)]


class Sharded(Trained):
    """FSDP2, the way the strategy asks for it."""

    def configure_model(self) -> None:
        _sharded(self.net, self.device_mesh)


def fit(module: LightningModule, strategy: Any, **settings: Any) -> None:
    trainer = Trainer(
        accelerator="cpu",
        devices=2,
        strategy=strategy,
        max_steps=2,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        **settings,
    )
    trainer.fit(module, DataLoader(torch.randn(32, 6), batch_size=4))
    assert trainer.global_step == 2
    assert_trained(trainer.optimizers[0])


def trainer_fsdp() -> None:
    fit(Trained(), FSDPOnCPU())


def trainer_fsdp_accumulating_with_a_scheduler() -> None:
    fit(Scheduled(), FSDPOnCPU(), accumulate_grad_batches=2)


def trainer_fsdp_flattened() -> None:
    fit(Trained(), FSDPOnCPU(use_orig_params=False))


def trainer_fsdp2() -> None:
    fit(Sharded(), ModelParallelStrategy(data_parallel_size=2, tensor_parallel_size=1))


def trainer_ddp() -> None:
    fit(Trained(), "ddp")


def trainer_ddp_by_hand() -> None:
    fit(ByHand(), "ddp")


with mock.patch.object(torch_fsdp, "_init_device_handle", _on_cpu):
    run(
        fabric_fsdp_set_up_together,
        fabric_fsdp_module_first,
        fabric_fsdp_flattened_module_first,
        fabric_fsdp2_module_first,
        fabric_ddp_set_up_together,
        trainer_fsdp,
        trainer_ddp_by_hand,
        trainer_fsdp_accumulating_with_a_scheduler,
        trainer_fsdp_flattened,
        trainer_fsdp2,
        trainer_ddp,
    )
