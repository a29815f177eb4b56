"""Jobs of two processes in which a wrap is written as the help shows it."""

from __future__ import annotations

import fnmatch
import json
from pathlib import Path

import pytest

import fsdp_lint
from tests.runtime.test_two_processes import SCRIPTS, torchrun

LIBRARIES = {
    "fairscale": ("from fairscale.nn import FullyShardedDataParallel as FSDP", "compute_device=CPU"),
    "fsdp1": ("from torch.distributed.fsdp import FullyShardedDataParallel as FSDP", "device_id=CPU"),
}


def written_as_shown(script: Path) -> str:
    """The program with the code of the help in the place of the line that wraps."""
    text = script.read_text()
    (finding,) = fsdp_lint.lint([script])
    (code,) = [one.partition("\n")[2] for one in finding.help if "\n" in one]
    lines = [line.removeprefix("    ") for line in code.splitlines()]
    (wrap,) = [line for line in text.splitlines() if line.startswith("model = FSDP(")]
    return text.replace(wrap, "\n".join(lines))


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("groups_by_name.py", [["*.self_attn.*"], ["*.mlp.*"], ["*.norm.*", "head.*"]]),
        ("groups_by_module.py", [["encoder.*"], ["decoder.*"]]),
    ],
)
def test_the_groups_are_the_ones_that_were_meant(
    name: str, meant: list[list[str]], library: str, tmp_path: Path
) -> None:
    script, report = tmp_path / name, tmp_path / "report.json"
    text = (SCRIPTS / name).read_text()
    for old, new in zip(LIBRARIES["fairscale"], LIBRARIES[library]):
        text = text.replace(old, new)
    script.write_text(text)
    script.write_text(written_as_shown(script))
    assert fsdp_lint.lint([script]) == []
    run = torchrun("-m", "guard", str(script), FSDP_GUARD_REPORT=str(report))
    assert run.stdout.count("it went on") == 2, run.stderr
    audit = json.loads(report.read_text())
    groups = audit["groups"]
    assert audit["findings"] == []
    names = [name for group in groups for name in group["names"]]
    assert len(names) == len(set(names)) > 0
    for group, patterns in zip(groups, meant):
        assert group["names"] == [name for name in names if any(fnmatch.fnmatch(name, one) for one in patterns)]
