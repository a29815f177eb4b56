"""FSDP000: a file that could not be read or parsed."""

from __future__ import annotations

from collections.abc import Iterator

from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.rule import Draft, Rule


def find(_evidence: Evidence) -> Iterator[Draft]:
    """Nothing: reading and parsing report it before there is a program."""
    return iter(())


RULE = Rule(
    code="FSDP000",
    name="unreadable-file",
    severity="error",
    summary="The file could not be read or parsed",
    explanation="""\
The file is not valid Python (or, for a notebook, not valid JSON), is not text in its declared encoding, or could not be
read. Nothing in it was checked. Files that are found in a folder and name no wrapper are not parsed, so they are not
reported; a file that is named on the command line always is.""",
    bad="def train(:\n",
    good="def train():\n    pass\n",
    find=find,
)
