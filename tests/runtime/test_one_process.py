"""What the guard does in a process of its own: imports, names, tables, and its own faults."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest
import torch

import guard
from guard import judging
from guard.audit import Audit, Finding, Group
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
original = torch.optim.Optimizer.__init__._guard_original
print(hasattr(original, "_guard_original"))
"""
    assert run(program) == "False"


def test_uninstall_takes_the_patch_off_and_install_puts_it_on() -> None:
    guard.uninstall()
    assert not hasattr(torch.optim.Optimizer.__init__, "_guard_original")
    guard.install()
    assert hasattr(torch.optim.Optimizer.__init__, "_guard_original")


def test_a_fault_of_the_guard_is_one_warning_and_the_job_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "judge", lambda *_: 1 / 0)
    with pytest.warns(RuntimeWarning, match="the job goes on") as caught:
        torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1)
    assert len(caught) == 1


def test_no_optimizer_is_kept_alive() -> None:
    import gc
    import weakref

    optimizer = torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1)
    reference = weakref.ref(optimizer)
    del optimizer
    gc.collect()
    assert reference() is None


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
        (
            Group({"lr": 1e-4}, 0, 0, 0, 0, (), "empty"),
            Group({"lr": 2e-5}, 1, 512, 1024, 1, ("layers.0.weight", "layers.1.weight"), "holds all that is left"),
        ),
        (Finding("FSDP001", "1 of 2 parameter groups is empty", "pass flatten_parameters=False"),),
    )
    assert str(audit) == (
        "guard: AdamW: 2 parameter groups\n"
        "\n"
        "  group  hyperparameters  tensors  elements (this rank)  elements (original)  leaf  verdict\n"
        "  0      lr=0.0001        0        0                     0                    0/0   empty\n"
        "  1      lr=2e-05         1        512                   1,024                1/1   holds all that is left\n"
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
