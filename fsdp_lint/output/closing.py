"""The lines that end a report for people."""

from __future__ import annotations

from fsdp_lint.output.report import Report

SEVERITIES = ("error", "warning")


def closing(report: Report) -> str:
    """How many findings there are, how many were fixed, and how many could be, in words."""
    counts = [(name, sum(finding.severity == name for finding in report.findings)) for name in SEVERITIES]
    told = [_count(count, severity) for severity, count in counts if count]
    if report.fixed:
        total = _count(report.fixed + len(report.findings), "finding")
        lines = [f"Found {total} ({report.fixed} fixed, {len(report.findings)} remaining)."]
    else:
        lines = [f"Found {' and '.join(told)}." if told else "All checks passed!"]
    return "\n".join([*lines, *_fixable(report)])


def _fixable(report: Report) -> list[str]:
    options = [report.fixable(finding) for finding in report.findings]
    safe, hidden = options.count("--fix"), options.count("--unsafe-fixes")
    more = f"{_count(hidden, 'hidden fix', 'es')} can be enabled with the `--unsafe-fixes` option"
    if safe:
        return [f"[*] {safe} fixable with the `--fix` option" + (f" ({more})." if hidden else ".")]
    return [f"No fixes available ({more})."] if hidden else []


def _count(number: int, word: str, plural: str = "s") -> str:
    return f"{number} {word}{plural * (number != 1)}"
