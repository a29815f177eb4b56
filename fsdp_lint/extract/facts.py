"""Facts: what one file says, as plain records without a syntax tree.

The records are a small Python: everything that a model, a parameter, a group or an optimizer can pass through, and
`Other` for the rest. They hold only records, tuples, strings, numbers and None, so that they can be pickled, sent to
another process and cached by content.

`at` is an anchor: the number of the syntax node in the order of extraction. Rows and columns are worked out from
anchors by `fsdp_lint.extract.tree`, only for the files of which something is reported, since they cost as much as
the parse itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

Anchor = int


@dataclass(frozen=True)
class Constant:
    """A literal: a string (also a concatenation of literals), number (also a negative one), True, False or None.

    Bytes, complex numbers and `...` are `Other`.
    """

    value: str | int | float | bool | None
    at: Anchor


@dataclass(frozen=True)
class Name:
    """A name that is read (or, as a target, bound)."""

    id: str
    at: Anchor


@dataclass(frozen=True)
class Attribute:
    """`value.attr`; the anchor is that of the whole expression."""

    value: Expression
    attr: str
    at: Anchor


@dataclass(frozen=True)
class Subscript:
    """`value[index]`; several indices are a tuple `Display`, a slice is `Other`."""

    value: Expression
    index: Expression
    at: Anchor


@dataclass(frozen=True)
class Argument:
    """One argument of a call or one base of a class; `star` is "", "*" or "**"."""

    value: Expression
    keyword: str | None = None
    star: str = ""


@dataclass(frozen=True)
class Call:
    """`function(arguments)`."""

    function: Expression
    arguments: tuple[Argument, ...]
    at: Anchor


@dataclass(frozen=True)
class Starred:
    """`*value` inside a display, a subscript or an assignment target."""

    value: Expression
    at: Anchor


@dataclass(frozen=True)
class Display:
    """A list, tuple or set written out; `kind` is "list", "tuple" or "set"."""

    kind: str
    items: tuple[Expression, ...]
    at: Anchor


@dataclass(frozen=True)
class Dictionary:
    """A dict written out; an item without a key is `**value`."""

    items: tuple[tuple[Expression | None, Expression], ...]
    at: Anchor


@dataclass(frozen=True)
class Parameter:
    """One parameter of a function; `kind` is "" (position or keyword), "/" (position only), "keyword", "*" or "**"."""

    name: str
    kind: str
    default: Expression | None
    annotation: Expression | None
    at: Anchor


@dataclass(frozen=True)
class Lambda:
    """`lambda parameters: body`."""

    parameters: tuple[Parameter, ...]
    body: Expression
    at: Anchor


@dataclass(frozen=True)
class Clause:
    """One `for target in iterable if condition …` of a comprehension."""

    target: Expression
    iterable: Expression
    conditions: tuple[Expression, ...]


@dataclass(frozen=True)
class Comprehension:
    """A comprehension; `kind` is "list", "set", "dict" or "generator", `key` is given for a dict alone.

    In a dict comprehension without a key the element is `**element`.
    """

    kind: str
    key: Expression | None
    element: Expression
    clauses: tuple[Clause, ...]
    at: Anchor


@dataclass(frozen=True)
class Conditional:
    """`body if test else otherwise`."""

    test: Expression
    body: Expression
    otherwise: Expression
    at: Anchor


@dataclass(frozen=True)
class BooleanOperation:
    """`left and right`, `left or right`; `operator` is "and" or "or"."""

    operator: str
    left: Expression
    right: Expression
    at: Anchor


@dataclass(frozen=True)
class Not:
    """`not value`."""

    value: Expression
    at: Anchor


@dataclass(frozen=True)
class Comparison:
    """`left op right op right …`; operators as written: "==", "not in", "is" …"""

    left: Expression
    rest: tuple[tuple[str, Expression], ...]
    at: Anchor


@dataclass(frozen=True)
class BinaryOperation:
    """`left operator right`, operators as written: "+", "|", "%" …

    A chain of more than 50 is one `Other` of its operands.
    """

    operator: str
    left: Expression
    right: Expression
    at: Anchor


@dataclass(frozen=True)
class Walrus:
    """`name := value`."""

    name: str
    value: Expression
    at: Anchor


@dataclass(frozen=True)
class Yield:
    """`yield value`, or `yield from value` where `delegates`."""

    value: Expression | None
    delegates: bool
    at: Anchor


@dataclass(frozen=True)
class Template:
    """An f-string: its literal pieces (`Constant`) and its expressions, in order; a t-string is `Other`.

    What is written without an expression between, also in literals next to each other, is one piece. The place of a
    piece is that of the whole f-string.
    """

    parts: tuple[Expression, ...]
    at: Anchor


@dataclass(frozen=True)
class Other:
    """Any other expression, with those inside it that still run (slices, unary minus, comparisons of no use …)."""

    parts: tuple[Expression, ...]
    at: Anchor


Expression = Union[
    Constant,
    Name,
    Attribute,
    Subscript,
    Call,
    Starred,
    Display,
    Dictionary,
    Lambda,
    Comprehension,
    Conditional,
    BooleanOperation,
    Not,
    Comparison,
    BinaryOperation,
    Walrus,
    Yield,
    Template,
    Other,
]
"""`await value` is its value."""


@dataclass(frozen=True)
class Assign:
    """`target = … = value`; an annotated assignment is a `Declare`. `type X = …` gives its name an `Other`."""

    targets: tuple[Expression, ...]
    value: Expression


@dataclass(frozen=True)
class Declare:
    """`target: annotation`, with a value where there is one (a dataclass field, say)."""

    target: Expression
    annotation: Expression
    value: Expression | None


@dataclass(frozen=True)
class Augment:
    """`target operator= value`; the operator without its "="."""

    target: Expression
    operator: str
    value: Expression


@dataclass(frozen=True)
class Evaluate:
    """An expression as a statement."""

    value: Expression


@dataclass(frozen=True)
class Return:
    """`return value`."""

    value: Expression | None


@dataclass(frozen=True)
class Raise:
    """`raise value`."""

    value: Expression | None


@dataclass(frozen=True)
class Break:
    """`break`."""


@dataclass(frozen=True)
class Continue:
    """`continue`."""


@dataclass(frozen=True)
class Assert:
    """`assert test`."""

    test: Expression


@dataclass(frozen=True)
class Delete:
    """`del targets`."""

    targets: tuple[Expression, ...]


@dataclass(frozen=True)
class Scope:
    """`global names` or `nonlocal names`; `kind` is "global" or "nonlocal"."""

    kind: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class If:
    """`if test: body else: otherwise` (`elif` is an `If` in `otherwise`)."""

    test: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True)
class While:
    """`while test: body else: otherwise`."""

    test: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True)
class For:
    """`for target in iterable: body else: otherwise`, async too."""

    target: Expression
    iterable: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True)
class With:
    """`with manager as target, …: body`, async too."""

    items: tuple[tuple[Expression, Expression | None], ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Handler:
    """One `except type as name: body`."""

    type: Expression | None
    name: str | None
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Try:
    """`try: body except …: … else: otherwise finally: last` (`except*` likewise)."""

    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...]
    otherwise: tuple[Statement, ...]
    last: tuple[Statement, ...]


@dataclass(frozen=True)
class ValuePattern:
    """A pattern that compares: a literal or a dotted name."""

    value: Expression


@dataclass(frozen=True)
class CapturePattern:
    """A pattern that matches anything and binds it; None is `_`."""

    name: str | None


@dataclass(frozen=True)
class ClassPattern:
    """`Class(...)`: an isinstance test; `names` are what its inner patterns bind."""

    type: Expression
    names: tuple[str, ...]


@dataclass(frozen=True)
class AlternativesPattern:
    """`a | b | c`."""

    patterns: tuple[Pattern, ...]


@dataclass(frozen=True)
class SequencePattern:
    """`[first, *rest, last]`: the patterns of its places; that at `star`, if any, takes any number of them."""

    patterns: tuple[Pattern, ...]
    star: int | None


@dataclass(frozen=True)
class OtherPattern:
    """A mapping or anything else: what it binds."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class NamedPattern:
    """`pattern as name`."""

    pattern: Pattern
    name: str


Pattern = Union[
    ValuePattern, CapturePattern, ClassPattern, AlternativesPattern, SequencePattern, OtherPattern, NamedPattern
]


@dataclass(frozen=True)
class Case:
    """One `case pattern if guard: body`."""

    pattern: Pattern
    guard: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Match:
    """`match subject: cases`."""

    subject: Expression
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class Function:
    """`def name(parameters): body`; `generator` where its own body yields. The anchor is that of the name."""

    name: str
    parameters: tuple[Parameter, ...]
    decorators: tuple[Expression, ...]
    body: tuple[Statement, ...]
    generator: bool
    at: Anchor


@dataclass(frozen=True)
class Class:
    """`class name(bases): body`. The anchor is that of the name."""

    name: str
    bases: tuple[Argument, ...]
    decorators: tuple[Expression, ...]
    body: tuple[Statement, ...]
    at: Anchor


@dataclass(frozen=True)
class Import:
    """`import module` (binds its first part) or, with `bound`, `import module as bound`."""

    module: str
    bound: str | None


@dataclass(frozen=True)
class ImportFrom:
    """`from module import name as bound, …` with `level` leading dots; `names` is () for `*`."""

    module: str
    level: int
    names: tuple[tuple[str, str], ...]


Statement = Union[
    Assign,
    Declare,
    Augment,
    Evaluate,
    Return,
    Raise,
    Break,
    Continue,
    Assert,
    Delete,
    Scope,
    If,
    While,
    For,
    With,
    Try,
    Match,
    Function,
    Class,
    Import,
    ImportFrom,
]


@dataclass(frozen=True)
class Facts:
    """The facts of one file: the statements of its module body."""

    body: tuple[Statement, ...]
