"""The guard in jobs of two processes that leave wrapping and stepping to a framework."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.runtime.test_two_processes import SCRIPTS as SHARED
from tests.runtime.test_two_processes import torchrun

SCRIPTS = Path(__file__).parent / "scripts"
ROOT = Path(__file__).parents[3]


def launched(script: str) -> subprocess.CompletedProcess[str]:
    """A script with this guard; the folder of the tests, which pytest puts on the path, would hide `packaging`."""
    path = os.pathsep.join([str(SHARED), str(ROOT)])
    return torchrun(str(SCRIPTS / script), PYTHONPATH=path, DS_ACCELERATOR="cpu")


def said(run: subprocess.CompletedProcess[str]) -> dict[str, list[str]]:
    """What each of the two ranks said of each flow."""
    found: dict[str, list[str]] = {}
    for name, words in re.findall(r"^([a-z]\w+): (silent|FSDP\d{3}|warning: .*|\w+Error.*)$", run.stdout, re.M):
        found.setdefault(name, []).append(words)
    return found


def on_both_ranks(silent: Iterable[str], **stopped: str) -> dict[str, list[str]]:
    return {name: [words] * 2 for name, words in {**dict.fromkeys(silent, "silent"), **stopped}.items()}


def test_accelerate() -> None:
    run = launched("accelerate_flows.py")
    assert said(run) == on_both_ranks(
        [
            "fsdp1_prepared_together",
            "fsdp1_model_first",
            "fsdp1_flattened_model_first_one_group",
            "fsdp2_prepared_together",
            "ddp_prepared_together",
            "ddp_accumulating_with_a_scheduler",
        ],
        fsdp1_flattened_prepared_together="FSDP004",
        fsdp1_flattened_model_first="FSDP001",
    ), run.stderr


def test_lightning() -> None:
    run = launched("lightning_flows.py")
    assert said(run) == on_both_ranks(
        [
            "fabric_fsdp_set_up_together",
            "fabric_fsdp_module_first",
            "fabric_fsdp2_module_first",
            "fabric_ddp_set_up_together",
            "trainer_fsdp",
            "trainer_fsdp_accumulating_with_a_scheduler",
            "trainer_fsdp2",
            "trainer_ddp",
            "trainer_ddp_by_hand",
        ],
        fabric_fsdp_flattened_module_first="FSDP001",
        trainer_fsdp_flattened="FSDP001",
    ), run.stderr


def test_transformers() -> None:
    run = launched("transformers_flows.py")
    assert said(run) == on_both_ranks(
        ["ddp", "fsdp1", "fsdp1_layers_as_units", "fsdp1_flattened_without_weight_decay", "fsdp2"],
        fsdp1_flattened_with_weight_decay="FSDP001",
    ), run.stderr


def test_deepspeed() -> None:
    run = launched("deepspeed_flows.py")
    assert said(run) == on_both_ranks(
        [
            "zero_0",
            "zero_1",
            "zero_2",
            "zero_3",
            "zero_0_in_bfloat16",
            "zero_2_in_bfloat16",
            "zero_2_with_the_engines_optimizer",
            "zero_3_partitioned_while_built",
        ]
    ), run.stderr


def test_torch() -> None:
    run = launched("torch_flows.py")
    assert said(run) == on_both_ranks(
        [
            "optimizers_in_the_backward_pass",
            "optimizers_in_the_backward_pass_of_fsdp2",
            "local_steps_between_averages",
            "moving_average_beside_the_model",
            "moving_average_of_a_model_with_its_optimizer",
            "two_sharded_models_in_turn",
            "two_sharded_models_in_one_optimizer",
            "image_fitted_through_a_sharded_model",
            "evaluation_between_backward_and_step",
            "accumulation_without_synchronising",
            "gradients_and_states_sharded_alone",
            "kept_unsharded_after_forward",
            "scaled_gradients_with_a_skipped_first_step",
            "scheduled_learning_rates",
            "rebuilt_on_resume",
            "ensemble_of_stacked_parameters",
            "adapters_of_a_frozen_model",
            "adapters_and_the_frozen_model_in_one_optimizer",
            "layers_unfrozen_later",
            "teacher_and_student_in_one_optimizer",
            "parameters_that_the_wrap_ignores",
            "original_that_goes_on_beside_its_wrapped_copy",
            "wrapped_in_two_stages",
            "tied_weights",
        ],
        closure_optimizer_first="FSDP004",
        adapters_of_a_frozen_model_optimizer_first="FSDP004",
        scheduled_optimizer_first="FSDP004",
        accumulation_optimizer_first="FSDP004",
        one_of_two_models_optimizer_first="FSDP004",
        split_by_shape_with_gradients_and_states_sharded_alone="FSDP002",
    ), run.stderr
