"""Replacements in a text with any line ends."""

from __future__ import annotations

import pytest

from fsdp_lint.finding import Position
from fsdp_lint.fixes.text import Replacement, Text, replaced


def test_rows_are_the_same_whatever_ends_them() -> None:
    mixed = "a\r\nb\rc\n\r\n\x0c d\u2028\n"
    plain = mixed.replace("\r\n", "\n").replace("\r", "\n")
    for offset in range(len(plain)):
        position = Text(plain).position(offset)
        assert Text(plain).offset(position) == offset
        if plain[offset] != "\n":
            assert mixed[Text(mixed).offset(position)] == plain[offset]


def test_a_line_that_is_put_in_ends_as_its_neighbour() -> None:
    text = "a\r\nb\rc\nd"
    insertions = [Replacement(at, at, ",\nx") for at in (1, 4, 6, 8)]
    assert replaced(text, insertions) == "a,\r\nx\r\nb,\rx\rc,\nx\nd,\r\nx"


def test_a_text_of_one_line_gets_a_plain_line_end() -> None:
    assert replaced("ab", [Replacement(1, 1, "\n")]) == "a\nb"


def test_the_same_replacement_twice_is_made_once() -> None:
    assert replaced("abc", [Replacement(1, 2, "X"), Replacement(1, 2, "X"), Replacement(2, 2, "Y")]) == "aXYc"


@pytest.mark.parametrize(
    "second", [Replacement(2, 4, ""), Replacement(1, 3, "other"), Replacement(1, 1, ""), Replacement(2, 2, "in it")]
)
def test_replacements_that_lie_over_each_other_are_refused(second: Replacement) -> None:
    with pytest.raises(ValueError, match="overlap"):
        replaced("abcdef", [Replacement(1, 3, "X"), second])


def test_a_column_counts_characters() -> None:
    assert Text("é\U0001f600x").position(2) == Position(1, 3)
