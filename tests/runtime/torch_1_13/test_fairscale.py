"""The guard in real jobs of two gloo processes under the incident's own versions."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent / "scripts"
SHARED = Path(__file__).parents[1] / "scripts"
TESTS = Path(__file__).parents[2]
ROOT = TESTS.parent


def two_ranks(*arguments: str, **environment: str) -> list[subprocess.CompletedProcess[str]]:
    """What became of each rank of `python arguments …`.

    The ranks are started one by one, for torch 1.13's own launcher fails under Python 3.11.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ambient = {name: value for name, value in os.environ.items() if not name.startswith("FSDP_GUARD")}
    ambient |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "WORLD_SIZE": "2", "OMP_NUM_THREADS": "1"}
    # Without it gloo looks the machine's own name up, which fails where there is no network.
    ambient |= {"GLOO_SOCKET_IFNAME": "lo" if sys.platform == "linux" else "lo0"}
    ambient |= {"PYTHONPATH": os.pathsep.join([str(HERE), str(SHARED), str(TESTS), str(ROOT)]), **environment}

    def run(rank: int) -> subprocess.CompletedProcess[str]:
        ranked = {**ambient, "RANK": str(rank)}
        return subprocess.run([sys.executable, *arguments], env=ranked, capture_output=True, text=True, timeout=120)

    with ThreadPoolExecutor(2) as pool:
        ranks = list(pool.map(run, range(2)))
    for rank in ranks:
        # torch 1.13 says it of every tensor that something refers to weakly.
        assert "Deallocating Tensor" not in rank.stderr
    return ranks


def said(rank: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """What a rank said of each flow."""
    return dict(re.findall(r"^(\w+): (.*)$", rank.stdout, re.M))


def test_these_are_the_incidents_versions() -> None:
    assert (version("torch"), version("fairscale")) == ("1.13.1", "0.4.13")


def test_the_incident_ends_before_the_first_step_on_both_ranks(tmp_path: Path) -> None:
    report = tmp_path / "audit.json"
    ranks = two_ranks("-m", "guard", str(SHARED / "incident.py"), FSDP_GUARD_REPORT=str(report))
    for rank in ranks:
        assert rank.returncode == 1
        assert "it went on" not in rank.stdout
        assert "ParameterGroupError: FSDP001" in rank.stderr
        assert "2 of 3 parameter groups are empty" in rank.stderr
        assert "lr=0.0001 reaches no parameter" in rank.stderr
    assert [rank.stderr.count("3 parameter groups\n") for rank in ranks] == [1, 0]
    audit = json.loads(report.read_text())
    assert [group["tensors"] for group in audit["groups"]] == [0, 0, 1]
    assert [finding["code"] for finding in audit["findings"]] == ["FSDP001"]


def test_without_the_guard_the_incident_goes_on() -> None:
    ranks = two_ranks(str(SHARED / "incident.py"))
    assert [(rank.returncode, rank.stdout) for rank in ranks] == [(0, "it went on\n")] * 2


def test_every_wrong_flow_is_stopped_on_both_ranks() -> None:
    for rank in two_ranks(str(HERE / "fairscale_wrong.py")):
        assert said(rank) == {
            "flattened": "FSDP001",
            "partly_cut_along_the_groups": "FSDP001",
            "added_before_the_first_step": "FSDP001",
            "split_by_shape": "FSDP002",
            "another_rate_than_stated": "EXPECT",
            "optimizer_first": "FSDP004",
            "optimizer_first_is_told_when_the_first_step_is_done": "FSDP004",
            "optimizer_first_and_scheduled": "FSDP004",
            "optimizer_first_and_another_after_it": "FSDP004",
            "optimizer_first_with_an_empty_step_and_a_scheduler": "FSDP004",
            "wrapped_after_the_first_step": "FSDP004",
            "gradients_left_over_from_before_the_wrap": "FSDP004",
            "frozen_until_the_wrap": "FSDP004",
        }, rank.stderr


def test_every_right_flow_is_silent_on_both_ranks() -> None:
    flows = re.findall(r"^    (\w+),$", (HERE / "fairscale_right.py").read_text(), re.M)
    assert len(flows) == 13
    for rank in two_ranks(str(HERE / "fairscale_right.py")):
        assert said(rank) == dict.fromkeys(flows, "silent"), rank.stderr
