from __future__ import annotations

from tests.packaging.readme import README, written


def test_the_readme_shows_what_the_program_says():
    text = README.read_text(encoding="utf-8")
    assert text == written(text), "run `python -m tests.packaging.readme`"
