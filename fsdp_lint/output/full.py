"""`full`: each finding as a story, with the code of every place in it and the remedies."""

from __future__ import annotations

from fsdp_lint.output.closing import closing
from fsdp_lint.output.report import Report


def render(report: Report) -> str:
    """The whole report."""
    parts = _stories(report) if report.findings else []
    if report.closing:
        parts.append(closing(report) + "\n")
    return "\n".join(parts)


def _stories(report: Report) -> list[str]:
    from fsdp_lint.output.story import story

    return ["".join(line + "\n" for line in story(finding, report)) for finding in report.findings]
