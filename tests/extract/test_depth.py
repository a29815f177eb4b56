"""Deep and long source: the interpreter survives, and what is accepted can be pickled."""

from __future__ import annotations

import pickle
import sys
import threading

import pytest

from fsdp_lint.extract import Unparsable, extract, locate


@pytest.mark.parametrize("opening", ["(", "[", "{", "f(", "x["])
def test_brackets_nest_as_deep_as_python_allows_and_no_deeper(opening: str) -> None:
    closing = {"(": ")", "[": "]", "{": "}"}[opening[-1]]
    with pytest.raises(Unparsable, match="too many nested parentheses") as caught:
        extract(opening * 100_000 + "x" + closing * 100_000)
    assert caught.value.position == (1, 201 * len(opening))
    assert extract(opening * 40 + "x" + closing * 40)


def test_brackets_in_strings_and_comments_do_not_count() -> None:
    assert len(extract(f"x = '{'(' * 300}' # {'[' * 300}\ny = '''\n{'{' * 300}'''\n").body) == 2


@pytest.mark.parametrize(
    "text",
    [
        "if x: pass\n" + "elif x: pass\n" * 3000,
        "not " * 1000 + "x\n",
        "-" * 1000 + "x\n",
        " and ".join(["x"] * 3000) + "\n",
        "x" + ".a()" * 300 + "\n",
        "lambda: " * 500 + "x\n",
        "x if y else " * 500 + "x\n",
        "".join(" " * level + "if x:\n" for level in range(150)) + " " * 150 + "pass\n",
        "(" * 100_000,
    ],
    ids=["elif", "not", "minus", "and", "calls", "lambda", "if else", "indentation", "open"],
)
def test_what_nests_too_deep_is_refused(text: str) -> None:
    with pytest.raises(Unparsable):
        extract(text)


@pytest.mark.parametrize(
    "text",
    [
        "if x: pass\n" + "elif x: pass\n" * 190,
        "-" * 97 + "x\n",
        "x" + ".a()" * 48 + "\n",
        "x = " + "[y for y in " * 45 + "z" + "]" * 45 + "\n",
        "".join(" " * level + "try: pass\n" + " " * level + "except x:\n" for level in range(95)) + " " * 95 + "x\n",
        " + ".join(["x"] * 500) + "\n",
        " ".join(["'x'"] * 3000) + "\n",
        "import a" + ".a" * 3000 + "\nx\n",
    ],
    ids=["elif", "minus", "calls", "comprehensions", "except", "sum", "strings", "dots"],
)
def test_what_is_accepted_can_be_pickled_and_located(text: str) -> None:
    found = extract(text)
    assert pickle.loads(pickle.dumps(found)) == found
    assert locate(text, [0])


def test_the_recursion_limit_and_the_stack_size_of_the_program_stay() -> None:
    before = sys.getrecursionlimit(), threading.stack_size()
    locate("x = 1\n", [0])
    assert (sys.getrecursionlimit(), threading.stack_size()) == before
