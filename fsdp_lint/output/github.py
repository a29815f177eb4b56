"""`github`: workflow commands that GitHub shows as annotations on the changed lines."""

from __future__ import annotations

import os

from fsdp_lint.finding import Finding, place
from fsdp_lint.output.report import Report


def render(report: Report) -> str:
    """One workflow command a finding."""
    return "".join(_command(finding) + "\n" for finding in report.findings)


def _command(finding: Finding) -> str:
    """The rows of a notebook's cell mean nothing to GitHub: there the whole file is annotated."""
    span = finding.span
    properties = [("title", f"fsdp-lint ({finding.code})"), ("file", os.path.abspath(span.filename))]
    if span.cell is None:
        rows = [("line", span.start.row), ("endLine", span.end.row)]
        columns = [("col", span.start.column), ("endColumn", span.end.column)]
        properties += [(name, str(number)) for name, number in rows + columns * (span.start.row == span.end.row)]
    told = ",".join(f"{name}={_property(value)}" for name, value in properties)
    return f"::{finding.severity} {told}::{_message(_text(finding))}"


def _text(finding: Finding) -> str:
    """The story in a few lines, since an annotation shows no other place's code."""
    story = [f"{place(finding.span)}: {finding.code} {finding.message}"]
    if finding.label:
        story.append(finding.label)
    story += [f"{place(related.span)}: {related.message}" for related in finding.related]
    return "\n".join(story + [f"help: {remedy}" for remedy in finding.help])


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
