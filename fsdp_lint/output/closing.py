"""The line that ends a report for people."""

from __future__ import annotations

from collections.abc import Sequence

from fsdp_lint.finding import Finding


def closing(findings: Sequence[Finding]) -> str:
    """How many findings there are, in words."""
    counts = [
        (severity, sum(finding.severity == severity for finding in findings)) for severity in ("error", "warning")
    ]
    told = [f"{count} {severity}{'s' * (count != 1)}" for severity, count in counts if count]
    return f"Found {' and '.join(told)}." if told else "All checks passed!"
