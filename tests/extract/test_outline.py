"""What the outline of a file tells, by its tokens; Python's own tree is the measure."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from fsdp_lint.extract.from_tokens import outline
from fsdp_lint.extract.occurrences import WRAPPERS
from fsdp_lint.extract.outline import ASKING, CONSTRUCTORS, Outline

FILES = sorted((Path(__file__).parent / "outlined").glob("*.py"))
LIBRARY = (
    "torch/nn/modules/module torch/optim/optimizer torch/distributed/fsdp/_wrap_utils torch/_dynamo/guards "
    "torch/distributed/fsdp/fully_sharded_data_parallel transformers/trainer transformers/modeling_utils "
    "transformers/models/llama/modeling_llama accelerate/accelerator lightning/pytorch/strategies/fsdp "
)


def render(found: Outline) -> str:
    """An outline as text: a field, and below it what it holds, in order."""
    lines: list[str] = []
    for field, value in found._asdict().items():
        lines.append(f"{field}:")
        if isinstance(value, dict):
            lines += sorted(
                f"  {name or '(module)'}: {' '.join(sorted(names))}".rstrip() for name, names in value.items()
            )
        elif isinstance(value, tuple):
            lines += [f"  {'.' * one.level}{one.module} {one.name} {one.bound}" for one in value]
        else:
            lines += sorted(f"  {name or '(module)'}" for name in value)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_outline_of_a_file_is_the_one_beside_it(path: Path) -> None:
    found = outline(path.read_text("utf-8"))
    assert found is not None
    assert render(found) == path.with_suffix(".outline").read_text("utf-8")


def of_library(name: str) -> str:
    package, _, rest = name.partition("/")
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / f"{rest}.py").read_text("utf-8")


def definitions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """The functions of a module, and the methods of its classes, by the names they have in an outline."""
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield statement.name, statement
        elif isinstance(statement, ast.ClassDef):
            for one in statement.body:
                if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    constructor = one.name in CONSTRUCTORS
                    yield statement.name if constructor else f"{statement.name}.{one.name}", one


def used(node: ast.AST) -> Iterator[str]:
    """The names in code, but of what may be named without a use: annotations, comparisons, `isinstance`, wrappers."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
        return
    if isinstance(node, ast.Name):
        yield node.id
    if isinstance(node, ast.Attribute):
        yield node.attr
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns") and not isinstance(node, ast.Compare):
            for one in value if isinstance(value, list) else (value,):
                if isinstance(one, ast.AST):
                    yield from used(one)


@pytest.mark.parametrize("name", LIBRARY.split())
def test_no_name_that_a_library_uses_is_lost(name: str) -> None:
    text = of_library(name)
    found = outline(text)
    assert found is not None
    checked = 0
    for definition, node in definitions(ast.parse(text)):
        names = {one for one in used(node) if not WRAPPERS.search(one)}
        assert not names - found.uses[definition], definition
        checked += len(names)
    assert checked > 100


@pytest.mark.parametrize("name", LIBRARY.split())
def test_no_import_of_a_library_is_lost_or_made_up(name: str) -> None:
    text = of_library(name)
    expected: list[tuple[str, int, str | None, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            expected += [(one.name, 0, None, one.asname or one.name.partition(".")[0]) for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            expected += [(module, node.level, one.name, one.asname or one.name) for one in node.names]
    found = outline(text)
    assert found is not None
    assert sorted(map(str, map(tuple, found.imports))) == sorted(map(str, expected))


@pytest.mark.parametrize(
    "text",
    ["f(", "f)", "f(]", "x = 'a", 'x = """a', "x = (\n'''", "def f(a", "class A(B:\n  x = [\n", "lambda x", "from a"],
)
def test_what_ends_within_a_bracket_or_a_string_has_no_outline(text: str) -> None:
    assert outline(text) is None
    assert outline(text + "\n") is None


@pytest.mark.parametrize(
    "text", ["def", "class", "@", "@a", "async", "import", "as", "isinstance", "f'{'", "x.", "\\", ""]
)
def test_any_other_text_has_an_outline(text: str) -> None:
    assert outline(text) is not None
    assert outline(f"x = {text}\n") is not None


def test_a_file_in_another_version_of_the_language_has_an_outline() -> None:
    found = outline('def first[T](x: T): print "text", helper\ndef second(): exec code in scope\n')
    assert found is not None
    assert {"print", "helper"} <= found.uses["first"]
    assert {"code", "scope"} <= found.uses["second"]


def test_definitions_follow_each_other_whatever_a_string_or_a_bracket_holds() -> None:
    found = outline("a = ('''\ndef x(): pass\n''', [\ny\n])\n\n\ndef b(): return a\n")
    assert found is not None
    assert found.uses == {"a": {"a", "y"}, "b": {"a"}}


def test_what_nests_without_end_takes_no_time_and_no_stack() -> None:
    for text in ("(" * 100_000, f"f'{'{a:' * 5000}{'}' * 5000}'", f'f"{"{f" * 3000}"', "x # . " + "\n" * 100_000):
        outline(text)
    names = [f"A{number}" for number in range(3000)]
    found = outline("".join(f"def {name}(): pass\n" for name in names) + f"call([{', '.join(names)}], {names[0]})")
    assert found is not None
    assert found.calls_back == {"call"}
