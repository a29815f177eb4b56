"""From what linting came to to mended files, which nobody has written yet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from fsdp_lint.configuration import PREFIX, Configuration
from fsdp_lint.files.discovery import Discovery, Found
from fsdp_lint.files.reading import read_bytes
from fsdp_lint.finding import Finding
from fsdp_lint.fixes.applying import CannotFixError, Given, Mended, mend
from fsdp_lint.linting import Outcome, is_wanted, lint_bytes, lint_files

NOTHING = Mended({}, {}, 0, [])


def fix_files(
    outcome: Outcome, discovery: Discovery, configuration: Configuration, *, unsafe: bool, jobs: int = 1
) -> Mended:
    """Mend files on the disk, wherever in the project the fixes of the findings have to be made."""
    given = {one.name for one in discovery.files}
    touched = {edit.span.filename for one in outcome.findings if one.fix is not None for edit in one.fix.edits}
    files = [*discovery.files, *(Found(name, False) for name in sorted(touched - given))]
    everything = discovery._replace(files=files)

    def lint(changed: Mapping[str, bytes]) -> Sequence[Finding]:
        return lint_files(everything, _whole(configuration), jobs, changed).findings

    return _mended(outcome, lint, read_bytes, given, configuration, unsafe)


def fix_bytes(outcome: Outcome, data: bytes, name: str, configuration: Configuration, *, unsafe: bool) -> Mended:
    """Mend one file whose bytes are at hand; a fix that would have to change another file is not made."""

    def lint(changed: Mapping[str, bytes]) -> Sequence[Finding]:
        return lint_bytes(changed.get(name, data), name, _whole(configuration)).findings

    def read(other: str) -> bytes:
        if other != name:
            raise CannotFixError(f"{other} would have to be changed, and that is not standard input")
        return data

    return _mended(outcome, lint, read, {name}, configuration, unsafe)


def _whole(configuration: Configuration) -> Configuration:
    """Every rule in every file: what comes in the place of a finding is seen also where it would not be reported."""
    return configuration._replace(select=(PREFIX,), extend_select=(), ignore=(), per_file_ignores=())


def remaining(outcome: Outcome, *, unsafe: bool) -> Outcome:
    """What is left after fixing: what could have been fixed was refused, and is not said to be fixable."""
    left = [one._replace(fix=None) if is_allowed(one, unsafe) else one for one in outcome.findings]
    return outcome._replace(findings=left)


def is_allowed(finding: Finding, unsafe: bool) -> bool:
    """Whether a finding has a fix that may be made."""
    return finding.fix is not None and (unsafe or finding.fix.applicability == "safe")


def _mended(
    outcome: Outcome,
    lint: Callable[[Mapping[str, bytes]], Sequence[Finding]],
    read: Callable[[str], bytes],
    given: Collection[str],
    configuration: Configuration,
    unsafe: bool,
) -> Mended:
    if not any(is_allowed(one, unsafe) for one in outcome.findings):
        return NOTHING
    return mend(
        Given(
            lint,
            outcome.sources.get,
            read,
            lambda one: one.span.filename in given and is_wanted(one, configuration),
            lambda one: is_allowed(one, unsafe),
        )
    )
