"""Whatever a program looks like around its mistake: fixing twice is fixing once, and nothing else is touched."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fsdp_lint.configuration import Configuration
from fsdp_lint.fixing import fix_bytes
from fsdp_lint.linting import Outcome, lint_bytes

CONFIGURATION = Configuration()

comments = st.sampled_from(["", "  # é", "#", "  # noqa: E501", "  # flatten_parameters=True"])
ends = st.sampled_from(["\n", "\r\n", "\r"])
filler = st.lists(
    st.sampled_from(["", "    ", "    # a comment", "    x = '''", "    '''", "    print( 'a',)", "    y = [\n    1\n    ]"]),
    max_size=3,
)
arguments = st.lists(
    st.sampled_from(["mixed_precision=True", "reshard_after_forward = (False)", "**{'bucket_cap_mb': 25}", "cpu_offload=(\n  False)"]),
    max_size=3,
    unique=True,
)
calls = st.sampled_from(
    [
        lambda given, note: f"FSDP({', '.join(given)}){note}",
        lambda given, note: f"FSDP({', '.join(given)},){note}",
        lambda given, note: "FSDP(\n" + "".join(f"        {one},{note}\n" for one in given) + "    )",
        lambda given, note: "FSDP(\n" + f",{note}\n".join(f"        {one}" for one in given) + f"{note}\n    )",
        lambda given, note: "FSDP(" + f",{note}\n         ".join(given) + ")",
        lambda given, note: f"FSDP( {' , '.join(given)} ,{note}\n    )",
    ]
)
wrappers = st.sampled_from(
    [
        ("from fairscale.nn import FullyShardedDataParallel as FSDP", "flatten_parameters", True),
        ("from torch.distributed.fsdp import FullyShardedDataParallel as FSDP", "use_orig_params", False),
    ]
)


@st.composite
def programs(draw: st.DrawFn) -> tuple[bytes, str, bool]:
    imported, flag, losing = draw(wrappers)
    given = ["model", *draw(arguments)]
    if draw(st.booleans()):
        given.insert(1, f"{flag}={losing}")
    lines = [
        f"import torch{draw(comments)}",
        imported,
        "def build(model):",
        "    model = " + draw(calls)(given, draw(comments)),
        *draw(filler),
        f"    few = [p for n, p in model.named_parameters() if 'bias' in n]{draw(comments)}",
        "    many = [p for n, p in model.named_parameters() if 'bias' not in n]",
        *draw(filler),
        "    return torch.optim.AdamW([{'params': few, 'lr': 1}, {'params': many, 'lr': 2}])",
    ]
    text = draw(ends).join("\n".join(lines).split("\n")) + draw(st.sampled_from(["", "\n", "\n\n"]))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + text.encode(), flag, losing


@pytest.fixture(scope="module")
def name(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file around which there is nothing."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "pyproject.toml").touch()
    return str(folder / "train.py")


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(program=programs())
def test_the_finding_goes_with_a_change_of_the_call_alone(program: tuple[bytes, str, bool], name: str) -> None:
    before, flag, losing = program
    outcome = lint_bytes(before, name, CONFIGURATION)
    after = fixed(before, outcome, name)
    if [one.code for one in outcome.findings] != ["FSDP001"]:
        assert after == before  # the filler made a text of the code, or no code at all
        return
    again = lint_bytes(after, name, CONFIGURATION)
    assert again.findings == []
    assert fixed(after, again, name) == after
    assert is_only_the_flag(before.decode(), after.decode(), flag, losing)


def fixed(data: bytes, outcome: Outcome, name: str) -> bytes:
    return fix_bytes(outcome, data, name, CONFIGURATION, unsafe=False).after.get(name, data)


def is_only_the_flag(before: str, after: str, flag: str, losing: bool) -> bool:
    """Whether all that differs is the flag's value, or the flag with a comma and the space beside it."""
    given = rf"(?<!# ){flag}={losing}"
    if re.search(given, before):
        return re.sub(given, f"{flag}={not losing}", before) == after
    added = after.count(",") - before.count(","), len(after.splitlines()) - len(before.splitlines())
    return added in {(1, 0), (1, 1)} and bare(after).replace(f"{flag}={not losing}", "", 1) == bare(before)


def bare(text: str) -> str:
    """A text without space and commas."""
    return "".join(text.split()).replace(",", "")
