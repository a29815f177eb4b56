"""The life of an optimizer under the guard: looked at when it is built and around its first step, then let go."""

from __future__ import annotations

from typing import Any, Callable

from guard.auditing import Finding
from guard.places import called_from, place
from guard.records import Records, Removed, Watched, remember, sizes
from guard.reporting import report, wants_report, write
from guard.steps import around_first_step

Safely = Callable[[Callable[[], None]], None]

# They build an optimizer of their own for this rank's share of the parameters, whose groups may well be empty.
PARTITIONERS = frozenset(("torch.distributed.optim.zero_redundancy_optimizer", "fairscale.optim.oss"))


def built(optimizer: Any, records: Records, safely: Safely) -> None:
    """An optimizer was built: look at its groups, and once more around its first step."""
    known = records.optimizers.get(id(optimizer))
    if type(optimizer).__module__ not in PARTITIONERS and called_from(PARTITIONERS):
        return
    if known is not None and known.awaited:  # a subclass that runs the constructor twice
        return
    remember(records.optimizers, optimizer, lambda _: Watched(optimizer, place()))
    watched = records.optimizers[id(optimizer)]
    watch(watched, records, safely)
    look_at_groups(optimizer, watched, records)


def watch(watched: Watched, records: Records, safely: Safely) -> None:
    """Look at an optimizer around its next step, unless that is awaited already."""
    optimizer = watched.optimizer()
    if optimizer is None or watched.awaited:
        return

    def before(stepped: Any) -> None:
        safely(lambda: _before_first_step(stepped, watched, records))

    def after(stepped: Any) -> bool:
        watched.awaited = False
        try:
            safely(lambda: _after_first_step(stepped, watched, records))
        finally:
            if not watched.awaited:
                watched.let_go()
        return not watched.awaited

    watched.awaited = True
    around_first_step(optimizer, before, after)


def replaced_in_backward(optimizer: Any, watched: Watched, removed: Removed, records: Records) -> None:
    """FSDP2 replaced what an optimizer steps for in its backward pass: told at once, since no step will ever come.

    Of the many parameters of one wrap, each with an optimizer of its own, the first one tells.
    """
    from guard.checks import replaced
    from guard.judging import audit_of, look_at

    if removed.place in records.told_in_backward:
        return
    records.told_in_backward.add(removed.place)
    look = look_at(optimizer, records)
    name = removed.name(look.owned())
    found = [replaced.in_backward(name, removed.place)]
    audit = audit_of(optimizer, look, found, watched.place, {id(removed.parameter()): name})
    write(audit)
    report(audit)


def look_at_groups(optimizer: Any, watched: Watched, records: Records, is_stepping: bool = False) -> None:
    """Report what the groups have lost; remember their sizes, so that what is added later is looked at again.

    A doubt waits for the first step: groups may be added until then.
    """
    from guard.judging import audit_of, judge, look_at

    watched.looked_at = sizes(optimizer)
    look = look_at(optimizer, records)
    findings = tuple(one for one in judge(look) if is_stepping or one.severity == "error")
    if records.expected:
        records.held_names.update(n for group in look.groups for p in group["params"] for n in look.names(p))
    if findings or wants_report():
        audit = audit_of(optimizer, look, findings, watched.place)
        if audit.has_errors or not records.has_reported:
            write(audit)
        records.has_reported |= audit.has_errors
        report(audit)


def _before_first_step(optimizer: Any, watched: Watched, records: Records) -> None:
    """Groups that were added since or are empty still, and what is expected and was given to no optimizer."""
    if sizes(optimizer) != watched.looked_at or not any(sizes(optimizer)):
        look_at_groups(optimizer, watched, records, is_stepping=True)
    if records.expected:
        _report_what_is_absent(optimizer, watched, records)


def _report_what_is_absent(optimizer: Any, watched: Watched, records: Records) -> None:
    from guard.checks.expected import absent
    from guard.judging import audit_of, look_at

    look = look_at(optimizer, records)
    findings = tuple(absent(look, frozenset(records.held_names)))
    if findings:
        audit = audit_of(optimizer, look, findings, watched.place)
        write(audit)
        report(audit)


def _after_first_step(optimizer: Any, watched: Watched, records: Records) -> None:
    """Parameters that a wrap replaced, and parameters of the same model that nobody trains.

    Where nothing has been trained yet the next step is awaited: the groups may be filled anew until then.
    """
    from guard.checks import replaced, unheld
    from guard.judging import audit_of, look_at

    look = look_at(optimizer, records)
    stale = replaced.replaced(optimizer, watched, records)
    if stale and not replaced.is_trained(optimizer, stale):
        watched.awaited = True
        return
    names = {key: removed.name(look.owned()) for key, removed in stale.items()}
    findings: list[Finding] = []
    if stale:
        held = sum(len(group["params"]) for group in look.groups)
        findings = [replaced.finding(stale, list(names.values()), held)]
    else:
        findings = list(unheld.check(optimizer, records, look.owned))
    if findings:
        audit = audit_of(optimizer, look, findings, watched.place, names)
        if audit.has_errors:
            write(audit)
        report(audit)
