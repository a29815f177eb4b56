"""One file a rule: the events of a program in, findings out."""

from __future__ import annotations

from fsdp_lint.rules.rule import Rule

RULES: dict[str, Rule] = {}
