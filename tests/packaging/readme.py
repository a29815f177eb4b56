"""The parts of the README that the program writes itself: `python -m tests.packaging.readme`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from fsdp_lint.rules import RULES

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"
EXAMPLES = ROOT / "examples"


def finding() -> str:
    """What the linter says about the examples, as a block of text."""
    command = [sys.executable, "-m", "fsdp_lint", "--isolated", EXAMPLES.name]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return f"```text\n$ fsdp-lint {EXAMPLES.name}/\n{said.stdout}```\n"


def rules() -> str:
    """The table of rules."""
    rows = [f"| {rule.code} | {rule.summary} | {rule.severity} |\n" for rule in RULES.values()]
    return "".join(["| code | what it finds | |\n", "| --- | --- | --- |\n", *rows])


def written(text: str) -> str:
    """The README with its made parts as they have to be."""
    for name, part in (("finding", finding()), ("rules", rules())):
        text = _between(text, name, part)
    return text


def _between(text: str, name: str, part: str) -> str:
    pattern = rf"(<!-- {name}: [^\n]*-->\n).*?(<!-- end of {name} -->)"
    return re.sub(pattern, lambda marks: marks.group(1) + "\n" + part + "\n" + marks.group(2), text, flags=re.DOTALL)


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
