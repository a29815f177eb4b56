"""Whatever the text: facts or `Unparsable`, never anything else.

The standard library is sampled; FSDP_LINT_EVERY_FILE=1 takes every file.
"""

from __future__ import annotations

import ast
import contextlib
import os
import random
import sysconfig
import tokenize
import warnings
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from fsdp_lint.extract import Unparsable, extract, facts

STANDARD_LIBRARY = Path(sysconfig.get_paths()["stdlib"])
SMALL_FILES = [path.read_text("utf-8") for path in sorted((Path(__file__).parent / "files").glob("*.py"))]
SAMPLED_BYTES = 1_000_000
LARGEST_SAMPLED = 100_000


def is_understood(text: str) -> bool:
    """Whether there are facts; any exception other than `Unparsable` is the caller's failure."""
    try:
        return isinstance(extract(text), facts.Facts)
    except Unparsable:
        return False


def standard_library() -> list[Path]:
    paths = sorted(path for path in STANDARD_LIBRARY.rglob("*.py") if "site-packages" not in path.parts)
    if os.environ.get("FSDP_LINT_EVERY_FILE") == "1":
        return paths
    random.Random(0).shuffle(paths)
    sampled, size = [], 0
    for path in paths:
        if path.stat().st_size <= LARGEST_SAMPLED and size < SAMPLED_BYTES:
            sampled.append(path)
            size += path.stat().st_size
    return sampled


def python_accepts(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def test_of_the_standard_library_only_what_python_refuses_is_refused() -> None:
    texts = {}
    for path in standard_library():
        with contextlib.suppress(SyntaxError, UnicodeDecodeError), tokenize.open(path) as stream:
            texts[path] = stream.read()
    assert texts
    refused = {path for path, text in texts.items() if not is_understood(text) and python_accepts(text)}
    assert refused == set()


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A real file of which slices were deleted, replaced or moved."""
    text = draw(st.sampled_from(SMALL_FILES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        source = draw(st.sampled_from(SMALL_FILES))
        taken = draw(st.integers(0, len(source)))
        moved = st.just(source[taken : taken + draw(st.integers(0, 30))])
        text = text[:start] + draw(st.one_of(st.just(""), moved, st.text(max_size=5))) + text[end:]
    return text


@settings(max_examples=150, deadline=None)
@given(mutated())
def test_mutated_source_gives_facts_or_a_refusal(text: str) -> None:
    is_understood(text)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="()[]{}'\"\\\n\r\t\f :,;.=*@#fbrt0x_aé\ufeff-~!<>%", max_size=40))
def test_any_text_gives_facts_or_a_refusal(text: str) -> None:
    is_understood(text)
