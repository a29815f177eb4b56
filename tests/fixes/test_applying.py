"""Which fixes are made, of made-up rules: each finds one letter and has something to put in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fsdp_lint.files.reading import to_source
from fsdp_lint.finding import Edit, Finding, Fix, Position, Span
from fsdp_lint.fixes.applying import Given, Mended, mend

NAME = "a.py"


def found(text: str, rules: Mapping[str, str | None]) -> list[Finding]:
    """A finding for every letter that is a rule, in every line."""
    findings = []
    for row, line in enumerate(text.splitlines(), 1):
        for column, letter in enumerate(line, 1):
            if letter in rules:
                span = Span(NAME, Position(row, column), Position(row, column + 1))
                content = rules[letter]
                fix = None if content is None else Fix("safe", f"write {content!r}", (Edit(span, content),))
                findings.append(Finding(letter, letter, "error", letter, span, fix=fix))
    return findings


def mended(text: str, rules: Mapping[str, str | None], wanted: str = "") -> tuple[str, Mended]:
    data = text.encode()

    def lint(files: Mapping[str, bytes]) -> Sequence[Finding]:
        return found(files.get(NAME, data).decode(), rules)

    def is_wanted(finding: Finding) -> bool:
        return not wanted or finding.code in wanted

    result = mend(Given(lint, lambda name: to_source(data, name), lambda _: data, is_wanted, lambda _: True))
    return result.after.get(NAME, data).decode(), result


def reasons(result: Mended) -> list[tuple[str, str]]:
    return [(one.finding.code, one.reason) for one in result.refused]


def test_all_fixes_are_made() -> None:
    text, result = mended("A = 1\nB = A\n", {"A": "long_name", "B": "b"})
    assert text == "long_name = 1\nb = long_name\n"
    assert (result.fixed, result.refused) == (3, [])


def test_what_a_fix_brings_is_fixed_as_well() -> None:
    text, result = mended("A = 1\n", {"A": "B", "B": "C", "C": "d"})
    assert text == "d = 1\n"
    assert (result.fixed, result.refused) == (1, [])


def test_a_fix_whose_follower_cannot_be_fixed_is_not_made() -> None:
    text, result = mended("A = 1\nX = 2\n", {"A": "B", "B": "C", "C": None, "X": "x"})
    assert text == "A = 1\nx = 2\n"
    assert result.fixed == 1
    assert reasons(result) == [("A", "C would come instead, at a.py:1:1 (write 'B')")]


def test_fixes_that_bring_each_other_are_not_made() -> None:
    text, result = mended("A = 1\n", {"A": "B", "B": "A"})
    assert text == "A = 1\n"
    assert [code for code, _ in reasons(result)] == ["A"]


def test_a_fix_that_leaves_the_finding_there_is_not_made() -> None:
    text, result = mended("A = 1\n", {"A": "A"})
    assert text == "A = 1\n"
    assert reasons(result) == [("A", "the fix would not remove it")]


def test_a_text_that_would_no_longer_parse_is_not_written() -> None:
    text, result = mended("A = 1\n", {"A": "("})
    assert text == "A = 1\n"
    assert reasons(result) == [("A", "a.py would no longer parse")]


def test_a_finding_that_was_there_before_is_no_follower_wherever_it_moves() -> None:
    text, result = mended("A = X; A = X\nX = 1\n", {"A": "bb\\\n", "X": None}, wanted="A")
    assert text == "bb\\\n = X; bb\\\n = X\nX = 1\n"
    assert (result.fixed, result.refused) == (2, [])


def test_of_fixes_that_lie_over_each_other_one_is_made_and_the_others_are_looked_at_anew() -> None:
    before = b"x = 12\n"

    def lint(files: Mapping[str, bytes]) -> Sequence[Finding]:
        text = files.get(NAME, before).decode()
        findings = []
        for code, part in (("F1", "x = 1"), ("F2", "= 12")):
            if part in text:
                at = text.index(part) + 1
                edit = Edit(Span(NAME, Position(1, at), Position(1, at + len(part))), part.replace("1", ""))
                findings.append(Finding(code, code, "error", code, edit.span, fix=Fix("safe", "", (edit,))))
        return findings

    source = to_source(before, NAME)
    result = mend(Given(lint, lambda _: source, lambda _: before, lambda _: True, lambda _: True))
    assert result.after == {NAME: b"x = 2\n"}
    assert (result.fixed, result.refused) == (2, [])
