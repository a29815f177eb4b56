"""Python's own tree and libcst's give the same facts, the same anchors and the same places."""

from __future__ import annotations

import contextlib
import re
import sys
import sysconfig
from pathlib import Path

import pytest

from fsdp_lint.extract import Unparsable, from_ast, from_libcst, locate
from fsdp_lint.extract.facts import Anchor, Facts
from fsdp_lint.extract.from_libcst.positions import Tree
from fsdp_lint.extract.stack import with_deep_stack
from fsdp_lint.finding import Position

from .test_facts import FILES

STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib"))
MODULES = (
    "abc ast asyncio/events base64 bisect cgi collections/__init__ configparser contextlib csv dataclasses dis "
    "email/message enum functools html/parser importlib/_bootstrap inspect json/decoder logging/config opcode "
    "re/_parser shlex string test/test_grammar test/test_fstring test/test_unpack_ex "
    "test/test_named_expressions test/test_string_literals test/test_generators test/test_positional_only_arg "
    "textwrap this tokenize types xml/dom/minidom"
)
REAL_FILES = [path for name in MODULES.split() for path in [STANDARD_LIBRARY / f"{name}.py"] if path.is_file()]
PARSED = sorted({path.stem for path in FILES} - ({"newer"} if sys.version_info >= (3, 10) else {"newer", "patterns"}))
"""Of the files that have their facts beside them those that the running Python can parse."""
UNKNOWN_TO_LIBCST = re.compile(r"\((\w+)\)(?=: int$)|(![rsa]) +(?=[:}])", re.MULTILINE)
"""`(name): annotation`, and the blanks after a conversion, of which libcst loses count."""

_Spans = dict[Anchor, tuple[Position, Position]]


def by_ast(text: str) -> tuple[Facts, _Spans]:
    """Facts and places by Python's own parser; of what is inside an f-string `locate` takes the places from libcst."""
    found = from_ast.walked(text)
    assert found is not None
    facts, walk = found
    spans, inside_templates = from_ast.spans(text, walk, range(len(walk.nodes)))
    for anchor in inside_templates:
        del spans[anchor]
    return facts, spans


def by_libcst(text: str) -> tuple[Facts, _Spans]:
    def all_of_it() -> tuple[Facts, _Spans]:
        facts, module, walk = from_libcst.walked(text)
        return facts, Tree(module, walk).positions(range(len(walk.nodes)))

    return with_deep_stack(all_of_it)


def is_accepted(text: str, by: object) -> bool:
    assert callable(by)
    with contextlib.suppress(Unparsable):
        return bool(by(text))
    return False


def assert_same(text: str) -> None:
    facts, spans = by_ast(text)
    other_facts, other_spans = by_libcst(text)
    assert facts == other_facts
    assert spans == {anchor: span for anchor, span in other_spans.items() if anchor in spans}


@pytest.mark.parametrize("name", PARSED)
def test_of_each_construct(name: str) -> None:
    (path,) = [path for path in FILES if path.stem == name]
    assert_same(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "a and b and c or d\n",
        "(a) and (b) or (c)\n",
        "(a and (b)  # comment )\n and c)\n",
        "(a and b) and (c and d)\n",
        "f(x for x in y )\n",
        "f( (x for x in y) )\n",
        "f((x) for x in y if (z))\n",
        "f(  # comment (\n  x for x in (y)  # comment )\n  )\n",
        "f(a=1, *b, c=2, **d)\n",
        "x = a, b ,  # comment\n",
        "x = (a,\n b,  # comment\n )\n",
        "x[a, (b) , ]; x[ a , ]; x[(a, b)]; x[(a), (b)]; x[()]\n",
        "x[1: ]; x[ : : ]; x[a:b, c: # comment\n ]\n",
        "def f(* a, ** b): pass\n",
        "def f(*  # comment\n  a): pass\n",
        "def f(a: (x) = ((y)), /, b=((1, 2)), *, c = (  # comment (\n 1), **d: (e)): pass\n",
        "lambda a, *b, c=(1), **d: 0\n",
        "async  \\\n def \\\n  f(): pass\n",
        "@ a\n@b\nclass  \\\n A : pass\n",
        "\ufeffdef é(ñ='é' 'é', b=1): return é(ñ), b\n",
        "ﬁt.ﬁ(ﬁ=1); import ﬁt.ﬁ as ﬁ; global ﬁ\ndef ﬁ(ﬁ): (ﬁ := 1)\nclass ﬁ: pass\n",
        "if a: pass\nelif b: pass\nelse:\n  if c: pass\n",
        "x\ry = '''\r\n''', z\r\nw\n",
        "-(3); -True; -2j; - 3 ** 2; +1\n",
        "f'' ''; f'a' 'b' f'{c}' 'd'; f'{c = !r:>{w}}' rf'\\d{{'\n",
        "f'''{\r\n a = }'''\n",
        "f'\\N{BULLET}{x}\\x7b\\x7b}}'\n",
        "with (a, b): pass\nwith (a, b) as c, (d) as (e): pass\n",
        "del (a), [b, (c)]\n",
        "def f(): x = yield a, b; lambda: (yield)\n",
        " + ".join(["(a)"] * 49) + "\n" + " - ".join(["(a)"] * 53) + "\n",
    ],
)
def test_of_what_is_written_in_an_unusual_way(text: str) -> None:
    assert_same(text)


@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.stem)
def test_of_real_files(path: Path) -> None:
    assert_same(UNKNOWN_TO_LIBCST.sub(r"\1\2", path.read_text("utf-8")))


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("(a, ", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("f(*", ")"),
        ("x[", "]"),
        ("x[a, ", "]"),
        ("not ", ""),
        ("a and b or (", ")"),
        ("(", " and b and c)"),
        ("{**", "}"),
        ("lambda a=1: ", ""),
        ("1 if a else ", ""),
    ],
)
def test_the_same_nesting_is_too_deep(opening: str, closing: str) -> None:
    def text(depth: int) -> str:
        return opening * depth + "x" + closing * depth + "\n"

    deepest = max(depth for depth in range(1, 150) if is_accepted(text(depth), by_ast))
    assert is_accepted(text(deepest), by_libcst)
    assert not is_accepted(text(deepest + 1), by_libcst)


def test_places_inside_an_f_string_are_exact() -> None:
    text = "f'''\n{a}''' f'{ b + \"c\" }'\n"
    found = locate(text, [1, 2, 4])
    assert found == {
        1: (Position(2, 2), Position(2, 3)),
        2: (Position(2, 12), Position(2, 13)),
        4: (Position(2, 12), Position(2, 19)),
    }


def test_inside_an_f_string_of_a_text_that_libcst_refuses_the_place_is_the_f_string() -> None:
    assert locate("(name): int\nf'{a}'\n", [2]) == {2: (Position(2, 1), Position(2, 7))}
