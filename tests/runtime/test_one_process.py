"""What the guard does in a process of its own: imports, names, tables, and its own faults."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import venv
import warnings
from pathlib import Path

import pytest
import torch

import guard
from guard import judging
from guard.auditing import Audit, Finding, Group
from guard.names import summary


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_import_brings_neither_torch_nor_libcst_nor_click() -> None:
    assert run("import sys, guard; print({'torch', 'libcst', 'click'} & set(sys.modules))") == "set()"


@pytest.mark.parametrize("order", ["import guard, torch", "import torch, guard", "import torch.optim, guard"])
def test_an_optimizer_is_patched_once_whatever_is_imported_first(order: str) -> None:
    program = f"""
{order}
import importlib
importlib.reload(guard)
patch = torch.optim.Optimizer.__init__._guard_patch
print(hasattr(patch.original, "_guard_patch"))
"""
    assert run(program) == "False"


def test_uninstall_takes_the_patch_off_and_install_puts_it_on() -> None:
    guard.uninstall()
    assert not hasattr(torch.optim.Optimizer.__init__, "_guard_patch")
    guard.install()
    assert hasattr(torch.optim.Optimizer.__init__, "_guard_patch")


def test_faults_of_the_guard_are_one_warning_and_the_job_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    guard.uninstall()
    guard.install()
    monkeypatch.setattr(judging, "judge", lambda *_: 1 / 0)
    with warnings.catch_warnings(record=True) as caught:
        torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1)
        torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1)
    assert [str(one.message) for one in caught] == [
        "guard could not look at this optimizer, the job goes on: ZeroDivisionError('division by zero')"
    ]


def test_an_unknown_mode_is_told_and_means_raise() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import guard"], capture_output=True, text=True, env=os.environ | {"FSDP_GUARD": "wran"}
    )
    assert "FSDP_GUARD=wran is none of raise, warn, off: guard goes on with raise" in run.stderr


def test_an_expectation_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match=r"guard\.expect takes"):
        guard.expect({"*": 0.1})  # type: ignore[dict-item]


def test_the_error_passes_from_one_process_to_another_with_its_audit() -> None:
    audit = Audit("SGD", "train.py:3", (), (Finding("FSDP001", "lost", "keep"),))
    again = pickle.loads(pickle.dumps(guard.ParameterGroupError("lost", audit)))
    assert (str(again), again.audit) == ("lost", audit)


def test_the_report_is_plain_json_whatever_the_hyperparameters_are() -> None:
    values = {"lr": torch.tensor(0.5), "betas": (0.9, float("inf")), "fused": None}
    audit = Audit("Adam", "", (Group(values, 0, 0, 0, 0, (), "empty"),), ())
    assert json.loads(audit.to_json())["groups"][0]["hyperparameters"] == {
        "lr": "tensor(0.5000)",
        "betas": [0.9, "inf"],
        "fused": None,
    }


def test_every_audit_is_written_where_a_report_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = tmp_path / "audit.json"
    monkeypatch.setenv("FSDP_GUARD_REPORT", str(report))
    model = torch.nn.Linear(2, 2)
    torch.optim.SGD(model.parameters(), lr=0.1)
    written = json.loads(report.read_text())
    assert written["groups"][0]["names"] == ["weight", "bias"]
    assert written["findings"] == []
    assert list(tmp_path.iterdir()) == [report]


def test_a_report_of_an_error_is_not_replaced_by_one_of_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = tmp_path / "audit.json"
    monkeypatch.setenv("FSDP_GUARD_REPORT", str(report))
    monkeypatch.setenv("FSDP_GUARD", "warn")
    guard.uninstall()
    guard.install()
    model = torch.nn.Linear(2, 2)
    guard.expect({"bias": {"lr": 1.0}})
    with pytest.warns(RuntimeWarning, match=r"^EXPECT: SGD at .*: lr=1\.0 is stated for 1 parameter \(bias\)"):
        torch.optim.SGD(model.parameters(), lr=0.1)
    torch.optim.SGD(model.parameters(), lr=1.0)
    guard.uninstall()
    guard.install()
    assert json.loads(report.read_text())["findings"][0]["code"] == "EXPECT"


def test_a_patch_that_somebody_wrapped_is_left_to_work() -> None:
    program = """
import functools, guard, torch
ours = torch.optim.Optimizer.__init__
@functools.wraps(ours)
def theirs(self, *args, **kwargs):
    ours(self, *args, **kwargs)
torch.optim.Optimizer.__init__ = theirs
guard.install()
guard.uninstall()
print(torch.optim.Optimizer.__init__ is theirs)
"""
    assert run(program) == "True"


def test_a_new_copy_of_the_guard_takes_the_place_of_the_old_one() -> None:
    program = """
import guard, sys, torch
for name in [name for name in sys.modules if name.partition(".")[0] == "guard"]:
    del sys.modules[name]
import guard
patch = torch.optim.Optimizer.__init__._guard_patch
print(hasattr(patch.original, "_guard_patch"), patch in guard.watching._patches)
"""
    assert run(program) == "False True"


def test_enable_guards_every_process_of_the_environment_until_disable(tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False)
    python = tmp_path / "bin" / "python"
    (packages,) = tmp_path.glob("lib/python*/site-packages")
    shutil.copytree(Path(guard.__file__).parent, packages / "guard", ignore=shutil.ignore_patterns("__pycache__"))
    imported = [str(python), "-c", "import sys; print('guard' in sys.modules)"]

    def call(*command: str) -> str:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment).stdout

    assert call(*imported) == "False\n"
    assert "fsdp_guard.pth" in call(str(python), "-m", "guard", "enable")
    assert call(*imported) == "True\n"
    shutil.rmtree(packages / "guard")
    assert call(*imported) == "False\n"
    shutil.copytree(Path(guard.__file__).parent, packages / "guard")
    call(str(python), "-m", "guard", "disable")
    assert call(*imported) == "False\n"


def test_a_script_runs_as_if_it_had_been_started_by_itself(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("HERE = 1\n")
    script = tmp_path / "script.py"
    script.write_text("import beside, sys\nprint(__name__, sys.argv[1:], 'guard' in sys.modules, beside.HERE)\n")
    command = [sys.executable, "-m", "guard", str(script), "--lr", "1"]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "__main__ ['--lr', '1'] True 1\n"


def test_a_script_that_is_not_there_is_one_line() -> None:
    run = subprocess.run([sys.executable, "-m", "guard", "nowhere.py"], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (2, "guard: no such file: nowhere.py\n")


def test_no_optimizer_is_kept_alive() -> None:
    import gc
    import weakref

    optimizer = torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1)
    reference = weakref.ref(optimizer)
    del optimizer
    gc.collect()
    assert reference() is None


def test_hooks_of_others_run_at_the_first_step_whenever_they_were_added() -> None:
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    ran = []
    optimizer.register_step_pre_hook(lambda *_: ran.append("before"))
    optimizer.register_step_post_hook(lambda *_: ran.append("after"))
    optimizer.step()
    assert ran == ["before", "after"]
    assert len(optimizer._optimizer_step_pre_hooks) == len(optimizer._optimizer_step_post_hooks) == 1


def test_a_step_that_breaks_off_is_not_the_first_one() -> None:
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with pytest.raises(ZeroDivisionError):
        optimizer.step(lambda: 1 / 0)
    optimizer.step()
    assert not optimizer._optimizer_step_pre_hooks
    assert not optimizer._optimizer_step_post_hooks


def test_audit_names_the_parameters_of_a_plain_model() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Linear(3, 1))
    optimizer = torch.optim.SGD(
        [{"params": model[0].parameters(), "lr": 1.0}, {"params": model[1].parameters()}], lr=0.1
    )
    audit = guard.audit(model, optimizer)
    assert audit.findings == ()
    assert [group.names for group in audit.groups] == [("0.weight", "0.bias"), ("1.weight", "1.bias")]
    assert [group.hyperparameters for group in audit.groups] == [{"lr": 1.0}, {"lr": 0.1}]
    assert [group.elements for group in audit.groups] == [9, 4]


def test_a_long_list_of_names_becomes_a_few_words() -> None:
    names = [
        f"model.layers.{layer}.self_attn.{part}_proj.weight" for layer in range(32) for part in ("q", "k", "v", "o")
    ]
    assert summary(names) == ["model.layers.0-31.self_attn.{q,k,v,o}_proj.weight"]


def test_the_table() -> None:
    audit = Audit(
        "AdamW",
        "train.py:52",
        (
            Group({"lr": 1e-4}, 0, 0, 0, 0, (), "empty"),
            Group({"lr": 2e-5}, 1, 512, 1024, 1, ("layers.0.weight", "layers.1.weight"), "flat"),
        ),
        (Finding("FSDP001", "1 of 2 parameter groups is empty", "pass flatten_parameters=False"),),
    )
    assert str(audit) == (
        "guard: AdamW at train.py:52: 2 parameter groups\n"
        "\n"
        "  group  hyperparameters  tensors  elements (this rank)  elements (original)  leaf  verdict\n"
        "  0      lr=0.0001        0        0                     0                    0/0   empty\n"
        "  1      lr=2e-05         1        512                   1,024                1/1   flat\n"
        "        layers.0-1.weight\n"
        "\n"
        "FSDP001: 1 of 2 parameter groups is empty.\n"
        "  help: pass flatten_parameters=False"
    )


def test_ordinary_training_says_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = torch.nn.Linear(2, 2)
        optimizer = torch.optim.AdamW(model.parameters())
        model(torch.ones(1, 2)).sum().backward()
        optimizer.step()


def test_the_public_names_are_there_whatever_was_imported_before() -> None:
    program = """
import importlib, pkgutil, guard
for module in pkgutil.walk_packages(guard.__path__, "guard."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(all(callable(getattr(guard, name)) for name in guard.__all__))
"""
    assert run(program) == "True"
