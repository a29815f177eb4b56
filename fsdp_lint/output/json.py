"""`json`: a list in the shape of ruff's, with the related places of each finding."""

from __future__ import annotations

from typing import Any

from fsdp_lint.finding import Finding, Fix, Position, Related, Span
from fsdp_lint.output.report import Report


def render(report: Report) -> str:
    """The whole list, in ASCII."""
    import json

    return json.dumps([_finding(finding) for finding in report.findings], indent=2) + "\n"


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "cell": finding.span.cell,
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "label": finding.label,
        **_place(finding.span),
        "related": [_related(related) for related in finding.related],
        "help": list(finding.help),
        "fix": None if finding.fix is None else _fix(finding.fix),
        "url": finding.url or None,
        "noqa_row": finding.span.end.row,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [{"content": one.content, **_place(one.span), "cell": one.span.cell} for one in fix.edits]
    return {"applicability": fix.applicability, "message": fix.message, "edits": edits}


def _related(related: Related) -> dict[str, Any]:
    return {**_place(related.span), "cell": related.span.cell, "message": related.message}


def _place(span: Span) -> dict[str, Any]:
    return {
        "filename": span.filename,
        "location": _position(span.start),
        "end_location": _position(span.end),
    }


def _position(position: Position) -> dict[str, int]:
    return {"row": position.row, "column": position.column}
