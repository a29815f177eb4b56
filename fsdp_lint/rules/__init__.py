"""One file a rule: the evidence of a program in, findings out. A new rule is a new file and its line here."""

from __future__ import annotations

from fsdp_lint.rules import fsdp000, fsdp001, fsdp002, fsdp003, fsdp004, fsdp005, fsdp006, fsdp007, fsdp008
from fsdp_lint.rules.evidence import Evidence
from fsdp_lint.rules.rule import Draft, Rule
from fsdp_lint.trace.guards import TooManyConditionsError, begin

RULES: dict[str, Rule] = {
    module.RULE.code: module.RULE
    for module in (fsdp000, fsdp001, fsdp002, fsdp003, fsdp004, fsdp005, fsdp006, fsdp007, fsdp008)
}
"""Every rule by its code."""


def drafts(evidence: Evidence) -> list[Draft]:
    """What all rules find; a rule whose conditions are too many to be held against each other finds nothing."""
    found: list[Draft] = []
    for rule in RULES.values():
        begin()
        try:
            found += rule.find(evidence)
        except TooManyConditionsError:
            continue
    return found
