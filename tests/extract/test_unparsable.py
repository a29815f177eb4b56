"""What is said of a text that cannot be parsed, and where."""

from __future__ import annotations

import libcst
import pytest

from fsdp_lint.extract import Unparsable, extract, locate
from fsdp_lint.extract.from_libcst.parsing import parse
from fsdp_lint.finding import Position


def refusal(text: str) -> Unparsable:
    with pytest.raises(Unparsable) as caught:
        extract(text)
    assert "\n" not in caught.value.message
    return caught.value


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("x = 1\ny = = 2\n", Position(2, 5)),
        ("é = $\n", Position(1, 5)),
        ("if x:\n    y\nelse z\n", Position(3, 6)),
    ],
)
def test_a_syntax_error_has_a_place(text: str, position: Position) -> None:
    assert refusal(text).position == position


@pytest.mark.parametrize(
    "text",
    [
        "if x:\n\ty\n        z\n",
        "if True:\n    x\n  y\n",
        "if True:\n",
        "def f(:\n",
        "x = '''open\n",
        "exec 'code'\n",
        "raise Error, 'message'\n",
        "try:\n    pass\nexcept Error, error:\n    print error\n",
        "x = (\n",
        "x = 'open\n",
        "x = 0777\n",
        "x = `y`\n",
        "a <> b\n",
        "\\",
        "t'a' t'b'\n",
    ],
)
def test_what_is_not_python_is_refused_in_one_line(text: str) -> None:
    assert refusal(text).message


def test_python_2_is_told_what_it_lacks() -> None:
    assert "Missing parentheses in call to 'print'" in refusal("print 'hello'\n").message


def test_a_null_byte_is_located() -> None:
    error = refusal("x = 1\ny = \0\n")
    assert (error.message, error.position) == ("source code cannot contain null bytes", Position(2, 5))


def test_a_lone_surrogate_is_located() -> None:
    error = refusal("x = 1\ny = '\udc80'\n")
    assert (error.message, error.position) == ("source code cannot contain lone surrogates", Position(2, 6))


def test_what_the_parser_alone_finds_is_told_in_its_words() -> None:
    with pytest.raises(Unparsable) as caught:
        parse("try:\n    a\nexcept:\n    b\nexcept E:\n    c\n")
    assert caught.value.message == "the parser failed: The bare except: handler must be the last one."


def test_a_panic_of_the_native_parser_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        pass

    def panic(_text: str) -> None:
        raise PanicException("index out of bounds")

    monkeypatch.setattr(libcst, "parse_module", panic)
    with pytest.raises(Unparsable) as caught:
        parse("x = 1\n")
    assert caught.value.message == "the parser failed"


def test_locate_refuses_what_extract_refuses() -> None:
    with pytest.raises(Unparsable):
        locate("x = = 1\n", [0])


def test_no_warning_about_the_checked_source_is_shown(recwarn: pytest.WarningsRecorder) -> None:
    refusal("'\\d' = = 1 is 1\n")
    assert not list(recwarn)
