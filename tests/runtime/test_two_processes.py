"""The guard in real jobs of two gloo processes."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parent / "scripts"
ROOT = Path(__file__).parents[2]


ABORTED_WHILE_IT_ENDED = "terminate called without an active exception"
"""What a rank says where torch's gloo thread asks for Python after Python has ended, to drop its last collective.

torch 2.13 does that now and then, without a guard too: in about 1 of 60 jobs on two busy cores.
"""


def torchrun(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Two ranks of a script; `arguments` as for torchrun. A job that gloo aborts while it ends is run again, once."""
    run = _torchrun(*arguments, **environment)
    return _torchrun(*arguments, **environment) if ABORTED_WHILE_IT_ENDED in run.stderr else run


def _torchrun(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", *arguments]
    ambient = {name: value for name, value in os.environ.items() if not name.startswith("FSDP_GUARD")}
    ambient |= {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join([str(SCRIPTS), *sys.path]), **environment}
    return subprocess.run(command, env=ambient, cwd=ROOT, capture_output=True, text=True, timeout=240)


def said(run: subprocess.CompletedProcess[str]) -> dict[str, set[str]]:
    """What the ranks said of each flow."""
    found: dict[str, set[str]] = {}
    for name, words in re.findall(r"^(\w+): (.*)$", run.stdout, re.M):
        found.setdefault(name, set()).add(words)
    return found


def test_every_wrong_flow_is_stopped_on_both_ranks() -> None:
    run = torchrun(str(SCRIPTS / "wrong.py"))
    assert said(run) == {
        "fairscale_flattened": {"FSDP001, expected FSDP001"},
        "fsdp1_flattened": {"FSDP001, expected FSDP001"},
        "added_before_the_first_step": {"FSDP001, expected FSDP001"},
        "fairscale_split_by_shape": {"FSDP002, expected FSDP002"},
        "fsdp1_split_by_shape": {"FSDP002, expected FSDP002"},
        "fairscale_optimizer_first": {"FSDP004, expected FSDP004"},
        "fsdp1_optimizer_first": {"FSDP004, expected FSDP004"},
        "fsdp2_optimizer_first": {"FSDP004, expected FSDP004"},
        "fsdp1_selected_before_the_wrap": {"FSDP004, expected FSDP004"},
        "fsdp2_selected_before_the_wrap": {"FSDP004, expected FSDP004"},
        "fsdp1_after_the_first_step": {"FSDP004, expected FSDP004"},
        "fsdp2_after_some_training": {"FSDP004, expected FSDP004"},
        "fsdp2_with_an_empty_step_after_the_wrap": {"FSDP004, expected FSDP004"},
        "fsdp1_with_gradients_left_over": {"FSDP004, expected FSDP004"},
        "fsdp2_with_gradients_left_over": {"FSDP004, expected FSDP004"},
        "fsdp1_frozen_until_the_wrap": {"FSDP004, expected FSDP004"},
        "fsdp2_frozen_until_the_wrap": {"FSDP004, expected FSDP004"},
        "fsdp2_of_what_steps_in_the_backward_pass": {"FSDP004, expected FSDP004"},
        "fairscale_partly_cut": {"FSDP001, expected FSDP001"},
        "fsdp1_partly_cut": {"FSDP001, expected FSDP001"},
        "split_by_shape_and_name": {"FSDP002, expected FSDP002"},
        "pieces_of_a_flat_tensor": {"FSDP004, expected FSDP004"},
        "another_rate_than_stated": {"EXPECT, expected EXPECT"},
        "another_rate_than_stated_for_part_of_a_flat_tensor": {"EXPECT, expected EXPECT"},
        "stated_after_the_optimizer_was_built": {"EXPECT, expected EXPECT"},
        "stated_and_given_to_no_optimizer": {"EXPECT, expected EXPECT"},
        "stated_for_no_name": {"EXPECT, expected EXPECT"},
        "stated_while_the_optimizer_holds_nothing": {"EXPECT, expected EXPECT"},
    }, run.stderr


def test_every_right_flow_is_silent_on_both_ranks() -> None:
    run = torchrun(str(SCRIPTS / "right.py"))
    flows = re.findall(r"^    (\w+),$", (SCRIPTS / "right.py").read_text(), re.M)
    assert len(flows) == 37
    assert said(run) == {name: {"silent"} for name in flows}, run.stderr


def test_a_doubt_is_one_line_on_the_first_rank_and_the_job_goes_on() -> None:
    run = torchrun(str(SCRIPTS / "doubtful.py"))
    missing = (
        "FSDP001: no optimizer of this process holds 2 parameters (head.{weight,bias}), though there are gradients"
        " (freeze them, or see why no group selects them)"
    )
    empty = (
        "FSDP001: every group of this optimizer is empty, and a wrap in this process has flattened parameters"
        " (pass use_orig_params=True to FullyShardedDataParallel (fairscale: flatten_parameters=False))"
    )
    assert said(run) == {
        "part_of_an_unflattened_model_in_no_optimizer": {f"rank 0 ['{missing}']", "rank 1 []"},
        "part_of_a_model_sharded_in_place_in_no_optimizer": {f"rank 0 ['{missing}']", "rank 1 []"},
        "an_optimizer_without_any_parameter": {f"rank 0 ['{empty}']", "rank 1 []"},
    }, run.stderr


def test_the_incident_ends_before_the_first_step_without_a_line_of_code(tmp_path: Path) -> None:
    report = tmp_path / "audit.json"
    run = torchrun("-m", "guard", str(SCRIPTS / "incident.py"), FSDP_GUARD_REPORT=str(report))
    assert run.returncode != 0
    assert "it went on" not in run.stdout
    place = r"tests/runtime/scripts/incident\.py:\d+"
    assert len(re.findall(f"^guard: AdamW at {place}: 3 parameter groups$", run.stderr, re.M)) == 1
    assert "since the wrap at" in run.stderr
    assert "lr=0.0001 reaches no parameter" in run.stderr
    audit = json.loads(report.read_text())
    assert [group["tensors"] for group in audit["groups"]] == [0, 0, 1]
    assert [group["verdict"] for group in audit["groups"]] == ["empty", "empty", "flat"]
    assert [finding["code"] for finding in audit["findings"]] == ["FSDP001"]


def test_warn_lets_the_job_go_on() -> None:
    run = torchrun("-m", "guard", str(SCRIPTS / "incident.py"), FSDP_GUARD="warn")
    assert run.returncode == 0
    assert run.stdout.count("it went on") == 2
    assert "RuntimeWarning: FSDP001" in run.stderr


def test_off_says_nothing() -> None:
    run = torchrun("-m", "guard", str(SCRIPTS / "incident.py"), FSDP_GUARD="off")
    assert run.returncode == 0
    assert "FSDP001" not in run.stderr


def test_the_incident_unflattened_has_its_three_groups() -> None:
    run = torchrun(str(SCRIPTS / "unflattened.py"))
    assert said(run) == {"audit": {"[(4, 144, 4, 'ok'), (4, 84, 4, 'ok'), (6, 45, 6, 'ok')] ()"}}, run.stderr


def test_spawned_ranks_and_their_workers_are_guarded() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(SCRIPTS / "spawned.py"), str(port)]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join([str(SCRIPTS), *sys.path])}
    run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert said(run) == {"workers": {"[True, True]"}, "rank": {"FSDP001"}}, run.stderr
