"""What the guard costs: `python benchmarks/guard_cost.py`.

The import on top of `import torch`, in fresh processes; what the guard adds to the construction of an optimizer over as
many tensors as Llama-2-7B has, and over 100,000; and what of it is left on an optimizer after its first step. Times are
medians.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import subprocess
import sys
import time
from typing import Any

import torch

import guard

IMPORT_BAR = 5.0
AUDIT_BAR = {291: 5.0, 100_000: 1000.0}
IMPORT = "import torch, time; began = time.perf_counter(); import guard; print((time.perf_counter() - began) * 1000)"


def import_cost(rounds: int) -> float:
    """Milliseconds that `import guard` takes after `import torch`."""
    command = [sys.executable, "-c", IMPORT]
    taken = [float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(rounds)]
    return statistics.median(taken)


def llama_2_7b() -> list[torch.nn.Parameter]:
    """As many tensors of the same shapes as LlamaForCausalLM has, without memory."""
    width, hidden, vocabulary = 4096, 11008, 32000
    layer = [(width, width)] * 4 + [(hidden, width)] * 2 + [(width, hidden)] + [(width,)] * 2
    shapes = [(vocabulary, width), *layer * 32, (width,), (vocabulary, width)]
    return [torch.nn.Parameter(torch.empty(shape, device="meta")) for shape in shapes]


def groups(parameters: list[torch.nn.Parameter]) -> list[dict[str, Any]]:
    """Matrices with weight decay and vectors without, one part of each with a rate of its own."""
    half = len(parameters) // 2
    return [
        {"params": [p for p in part if (p.ndim > 1) == matrices], "lr": rate, "weight_decay": decay}
        for part, rate in ((parameters[:half], 1e-4), (parameters[half:], 2e-5))
        for matrices, decay in ((True, 0.1), (False, 0.0))
    ]


def construction(parameters: list[torch.nn.Parameter], rounds: int) -> tuple[float, float]:
    """Milliseconds that an optimizer's construction takes without the guard, and what the guard adds."""
    taken: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(rounds):
        for guarded in (False, True):
            (guard.install if guarded else guard.uninstall)()
            given = groups(parameters)
            began = time.perf_counter()
            torch.optim.AdamW(given)
            taken[guarded].append((time.perf_counter() - began) * 1000)
    without = statistics.median(taken[False])
    return without, statistics.median(taken[True]) - without


def left_after_the_first_step() -> str:
    """What of the guard is on an optimizer that has made a step."""
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    step = torch.optim.AdamW.step
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    hooks = len(optimizer._optimizer_step_pre_hooks) + len(optimizer._optimizer_step_post_hooks)
    same = torch.optim.AdamW.step is step and "step" not in vars(optimizer)
    return f"{hooks} hooks; step is {'the same' if same else 'another'} function"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    print(f"Python {platform.python_version()}, torch {torch.__version__}\n")
    print("| | measured | bar |\n| --- | --- | --- |")
    print(f"| `import guard` after `import torch` | {import_cost(rounds):.1f} ms | {IMPORT_BAR:.0f} ms |")
    torch.optim.AdamW(groups(llama_2_7b()))  # the first optimizer of a process imports half of torch
    for parameters in (llama_2_7b(), [torch.nn.Parameter(torch.empty(4, 4)) for _ in range(100_000)]):
        without, added = construction(parameters, rounds)
        name = f"an optimizer over {len(parameters):,} parameters ({without:.1f} ms without the guard)"
        print(f"| added to {name} | {added:.1f} ms | {AUDIT_BAR[len(parameters)]:.0f} ms |")
    print(f"| left after the first step | {left_after_the_first_step()} | none |")


if __name__ == "__main__":
    main()
