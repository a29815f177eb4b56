"""`concise`: one line a finding, for eyes that know the rules and for tools that know ruff's lines."""

from __future__ import annotations

from fsdp_lint.finding import Finding, place
from fsdp_lint.output.closing import closing
from fsdp_lint.output.report import Report


def render(report: Report) -> str:
    """The whole report."""
    lines = [_line(finding, report) for finding in report.findings]
    if report.closing:
        lines.append(closing(report))
    return "".join(line + "\n" for line in lines)


def _line(finding: Finding, report: Report) -> str:
    where = report.style.paint("path", place(finding.span)) + report.style.paint("separator", ":")
    code = report.style.paint(finding.severity, finding.code)
    mark = f"[{report.style.paint('help', '*')}] " if report.fixable(finding) == "--fix" else ""
    return f"{where} {code} {mark}{finding.message}"
