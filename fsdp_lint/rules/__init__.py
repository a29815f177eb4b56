"""One file a rule: the evidence of a program in, findings out. A new rule is a new file and its line here."""

from __future__ import annotations

from fsdp_lint.rules import fsdp000, fsdp001, fsdp002, fsdp003, fsdp004, fsdp005, fsdp006, fsdp007, fsdp008
from fsdp_lint.rules.rule import Rule

RULES: dict[str, Rule] = {
    module.RULE.code: module.RULE
    for module in (fsdp000, fsdp001, fsdp002, fsdp003, fsdp004, fsdp005, fsdp006, fsdp007, fsdp008)
}
"""Every rule by its code."""
