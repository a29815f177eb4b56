"""What a person reads of the rules themselves: `--list-rules` and `--explain`."""

from __future__ import annotations

import textwrap

from fsdp_lint.rules import RULES


def listed() -> str:
    """One line a rule: its code, its severity, its name and what it finds."""
    names = max((len(rule.name) for rule in RULES.values()), default=0)
    return "".join(
        f"{rule.code}  {rule.severity:<7}  {rule.name:<{names}}  {rule.summary}\n" for rule in RULES.values()
    )


def explained(code: str) -> str:
    """One rule whole: what it finds, why that is wrong, a program that has it and the same one mended."""
    rule = RULES[code]
    parts = [f"{rule.code} {rule.name} ({rule.severity})", rule.summary, rule.explanation.strip()]
    for title, program in (("Wrong:", rule.bad), ("Right:", rule.good)):
        if program.strip():
            parts += [title, textwrap.indent(program.strip("\n"), "    ")]
    return "\n\n".join([*parts, rule.url]) + "\n"
