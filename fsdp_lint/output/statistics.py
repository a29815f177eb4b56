"""`--statistics`: how many findings each rule has, instead of the findings."""

from __future__ import annotations

from fsdp_lint.output.report import Report


def render(report: Report, output_format: str) -> str:
    """The counts, the largest first: a list for `json`, a line a rule otherwise."""
    counts: dict[tuple[str, str], int] = {}
    for finding in report.findings:
        key = finding.code, finding.name
        counts[key] = counts.get(key, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if output_format == "json":
        import json

        rows = [{"code": code, "name": name, "count": count} for (code, name), count in ordered]
        return json.dumps(rows, indent=2) + "\n"
    digits = max((len(str(count)) for count in counts.values()), default=0)
    return "".join(f"{count:>{digits}}  {code}  {name}\n" for (code, name), count in ordered)
