"""The Trainer of transformers: DDP, FSDP1 and FSDP2, with its stock optimizer."""

from __future__ import annotations

import tempfile
from typing import Any

import torch
from accelerate_on_cpu import fresh_accelerate
from flows import assert_trained, run
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments

import guard  # noqa: F401

# Accelerate does not broadcast a module's state on CPU, and every rank makes the same model anyway.
FSDP1 = {"version": 1, "sync_module_states": False}


def tiny() -> LlamaForCausalLM:
    torch.manual_seed(1)
    size = {"vocab_size": 12, "hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1}
    return LlamaForCausalLM(LlamaConfig(**size, num_attention_heads=2, num_key_value_heads=2, attention_bias=True))


def fit(weight_decay: float, **settings: Any) -> None:
    tokens = [{"input_ids": torch.arange(6), "labels": torch.arange(6)}] * 8
    with tempfile.TemporaryDirectory() as folder, fresh_accelerate():
        arguments = TrainingArguments(
            folder,
            use_cpu=True,
            max_steps=2,
            per_device_train_batch_size=2,
            weight_decay=weight_decay,
            report_to="none",
            save_strategy="no",
            disable_tqdm=True,
            **settings,
        )
        trainer = Trainer(tiny(), arguments, train_dataset=tokens)
        trainer.train()
        assert trainer.state.global_step == 2
        assert_trained(trainer.optimizer)


def ddp() -> None:
    fit(weight_decay=0.01)


def fsdp1() -> None:
    fit(weight_decay=0.01, fsdp=True, fsdp_config={**FSDP1})


def fsdp1_layers_as_units() -> None:
    wrap = {"auto_wrap_policy": "TRANSFORMER_BASED_WRAP", "transformer_layer_cls_to_wrap": ["LlamaDecoderLayer"]}
    fit(weight_decay=0.01, fsdp=True, fsdp_config={**FSDP1, **wrap})


def fsdp1_flattened_with_weight_decay() -> None:
    fit(weight_decay=0.01, fsdp=True, fsdp_config={**FSDP1, "use_orig_params": False})


def fsdp1_flattened_without_weight_decay() -> None:
    fit(weight_decay=0.0, fsdp=True, fsdp_config={**FSDP1, "use_orig_params": False})


def fsdp2() -> None:
    fit(weight_decay=0.01, fsdp=True, fsdp_config={"version": 2})


run(
    ddp,
    fsdp1,
    fsdp1_layers_as_units,
    fsdp1_flattened_with_weight_decay,
    fsdp1_flattened_without_weight_decay,
    fsdp2,
)
