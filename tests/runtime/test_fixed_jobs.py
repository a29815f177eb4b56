"""Jobs of two processes before and after `fsdp-lint --fix`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runtime.test_two_processes import ROOT, SCRIPTS, said, torchrun


def fixed(name: str, folder: Path, *options: str) -> Path:
    """A copy of a script after `fsdp-lint --fix`, which leaves nothing to find in it."""
    copy = folder / name
    copy.write_bytes((SCRIPTS / name).read_bytes())
    command = [sys.executable, "-m", "fsdp_lint", "--isolated", "--fix", *options, str(copy)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=True, timeout=60)
    return copy


@pytest.mark.parametrize(
    ("name", "lost", "meant"),
    [
        ("incident.py", [0, 0, 1], [4, 4, 6]),
        ("exact_names.py", [0, 1], [2, 12]),
        ("walk_by_identity.py", [0, 1], [4, 10]),
    ],
    ids=["by_name", "by_exact_name", "by_identity_in_a_walk"],
)
def test_the_guard_stops_the_job_before_and_lets_it_pass_after(
    name: str, lost: list[int], meant: list[int], tmp_path: Path
) -> None:
    stopped_before_and_right_after(name, lost, meant, tmp_path)


def test_groups_by_shape_are_as_they_were_meant_after(tmp_path: Path) -> None:
    stopped_before_and_right_after("shapes_after_wrap.py", [0, 3], [7, 7], tmp_path, "--unsafe-fixes")


def stopped_before_and_right_after(name: str, lost: list[int], meant: list[int], tmp_path: Path, *options: str) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    run = torchrun("-m", "guard", str(SCRIPTS / name), FSDP_GUARD_REPORT=str(before))
    assert run.returncode != 0
    assert "it went on" not in run.stdout
    assert [group["tensors"] for group in json.loads(before.read_text())["groups"]] == lost
    run = torchrun("-m", "guard", str(fixed(name, tmp_path, *options)), FSDP_GUARD_REPORT=str(after))
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("it went on") == 2
    audit = json.loads(after.read_text())
    assert [group["tensors"] for group in audit["groups"]] == meant
    assert {group["verdict"] for group in audit["groups"]} == {"ok"}
    assert audit["findings"] == []


def test_ranks_clip_by_the_norm_of_the_whole_gradients_after(tmp_path: Path) -> None:
    assert said(torchrun(str(SCRIPTS / "local_norm.py"))) == {"norm": {"local"}}
    run = torchrun(str(fixed("local_norm.py", tmp_path)))
    assert said(run) == {"norm": {"whole"}}, run.stderr


def test_the_optimizer_trains_the_model_after(tmp_path: Path) -> None:
    assert said(torchrun(str(SCRIPTS / "optimizer_first.py"))) == {"trained": {"nothing"}}
    stopped = torchrun("-m", "guard", str(SCRIPTS / "optimizer_first.py"))
    assert stopped.returncode != 0
    assert "FSDP004" in stopped.stderr
    assert "trained" not in stopped.stdout
    run = torchrun("-m", "guard", str(fixed("optimizer_first.py", tmp_path, "--unsafe-fixes")))
    assert run.returncode == 0, run.stderr
    assert said(run) == {"trained": {"yes"}}


def test_what_was_to_be_frozen_is_frozen_and_nothing_else_after(tmp_path: Path) -> None:
    assert said(torchrun(str(SCRIPTS / "frozen_by_shape.py"))) == {"trains": {"0"}}
    run = torchrun(str(fixed("frozen_by_shape.py", tmp_path, "--unsafe-fixes")))
    assert said(run) == {"trains": {str(2 * (3 * 6 * 6) + 3 * 6)}}, run.stderr
