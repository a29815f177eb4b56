"""The guard in real jobs of two gloo processes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parent / "scripts"


def torchrun(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Two ranks of a script; `arguments` as for torchrun."""
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", *arguments]
    ambient = {name: value for name, value in os.environ.items() if not name.startswith("FSDP_GUARD")}
    ambient |= {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join([str(SCRIPTS), *sys.path]), **environment}
    return subprocess.run(command, env=ambient, capture_output=True, text=True, timeout=240)


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
    }, run.stderr


def test_every_right_flow_is_silent_on_both_ranks() -> None:
    run = torchrun(str(SCRIPTS / "right.py"))
    flows = re.findall(r"^    (\w+),$", (SCRIPTS / "right.py").read_text(), re.M)
    assert len(flows) == 17
    assert said(run) == {name: {"silent"} for name in flows}, run.stderr


def test_the_incident_ends_before_the_first_step_without_a_line_of_code(tmp_path: Path) -> None:
    report = tmp_path / "audit.json"
    run = torchrun("-m", "guard", str(SCRIPTS / "incident.py"), FSDP_GUARD_REPORT=str(report))
    assert run.returncode != 0
    assert "it went on" not in run.stdout
    assert run.stderr.count("guard: AdamW: 3 parameter groups") == 1
    assert "lr=0.0001 reaches no parameter" in run.stderr
    audit = json.loads(report.read_text())
    assert [group["tensors"] for group in audit["groups"]] == [0, 0, 1]
    assert audit["findings"][0]["code"] == "FSDP001"


def test_warn_lets_the_job_go_on() -> None:
    run = torchrun("-m", "guard", str(SCRIPTS / "incident.py"), FSDP_GUARD="warn")
    assert run.returncode == 0
    assert run.stdout.count("it went on") == 2
    assert "RuntimeWarning: FSDP001" in run.stderr


def test_off_says_nothing() -> None:
    run = torchrun("-m", "guard", str(SCRIPTS / "incident.py"), FSDP_GUARD="off")
    assert run.returncode == 0
    assert "FSDP001" not in run.stderr
