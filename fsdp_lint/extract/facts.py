"""Facts: what one file says, as plain records without a syntax tree.

The records are a small Python: everything that a model, a parameter, a group or an optimizer can pass through, and
`Other` for the rest. They hold only records, tuples, strings, numbers and None, so that they can be pickled, sent to
another process and cached by content.

`at` is an anchor: the number of the syntax node in the order of extraction. Rows and columns are worked out from
anchors by `fsdp_lint.extract.locate`, only for the files of which something is reported, since they cost as much as
the parse itself.
"""

from __future__ import annotations

from typing import NamedTuple, Optional, Union

Anchor = int


class Constant(NamedTuple):
    """A literal: a string (also a concatenation of literals), number (also a negative one), True, False or None.

    Bytes, complex numbers and `...` are `Other`.
    """

    value: Union[str, int, float, bool, None]
    at: Anchor


class Name(NamedTuple):
    """A name that is read (or, as a target, bound)."""

    id: str
    at: Anchor


class Attribute(NamedTuple):
    """`value.attr`; the anchor is that of the whole expression."""

    value: Expression
    attr: str
    at: Anchor


class Subscript(NamedTuple):
    """`value[index]`; several indices are a tuple `Display`, a slice is `Other`."""

    value: Expression
    index: Expression
    at: Anchor


class Argument(NamedTuple):
    """One argument of a call or one base of a class; `star` is "", "*" or "**"."""

    value: Expression
    keyword: Optional[str] = None
    star: str = ""


class Call(NamedTuple):
    """`function(arguments)`."""

    function: Expression
    arguments: tuple[Argument, ...]
    at: Anchor


class Starred(NamedTuple):
    """`*value` inside a display, a subscript or an assignment target."""

    value: Expression
    at: Anchor


class Display(NamedTuple):
    """A list, tuple or set written out; `kind` is "list", "tuple" or "set"."""

    kind: str
    items: tuple[Expression, ...]
    at: Anchor


class Dictionary(NamedTuple):
    """A dict written out; an item without a key is `**value`."""

    items: tuple[tuple[Optional[Expression], Expression], ...]
    at: Anchor


class Parameter(NamedTuple):
    """One parameter of a function; `kind` is "" (position or keyword), "/" (position only), "keyword", "*" or "**"."""

    name: str
    kind: str
    default: Optional[Expression]
    annotation: Optional[Expression]
    at: Anchor


class Lambda(NamedTuple):
    """`lambda parameters: body`."""

    parameters: tuple[Parameter, ...]
    body: Expression
    at: Anchor


class Clause(NamedTuple):
    """One `for target in iterable if condition …` of a comprehension."""

    target: Expression
    iterable: Expression
    conditions: tuple[Expression, ...]


class Comprehension(NamedTuple):
    """A comprehension; `kind` is "list", "set", "dict" or "generator", `key` is given for a dict alone."""

    kind: str
    key: Optional[Expression]
    element: Expression
    clauses: tuple[Clause, ...]
    at: Anchor


class Conditional(NamedTuple):
    """`body if test else otherwise`."""

    test: Expression
    body: Expression
    otherwise: Expression
    at: Anchor


class BooleanOperation(NamedTuple):
    """`left and right`, `left or right`; `operator` is "and" or "or"."""

    operator: str
    left: Expression
    right: Expression
    at: Anchor


class Not(NamedTuple):
    """`not value`."""

    value: Expression
    at: Anchor


class Comparison(NamedTuple):
    """`left op right op right …`; operators as written: "==", "not in", "is" …"""

    left: Expression
    rest: tuple[tuple[str, Expression], ...]
    at: Anchor


class BinaryOperation(NamedTuple):
    """`left operator right`, operators as written: "+", "|", "%" …"""

    operator: str
    left: Expression
    right: Expression
    at: Anchor


class Walrus(NamedTuple):
    """`name := value`."""

    name: str
    value: Expression
    at: Anchor


class Yield(NamedTuple):
    """`yield value`, or `yield from value` where `delegates`."""

    value: Optional[Expression]
    delegates: bool
    at: Anchor


class Template(NamedTuple):
    """An f-string: its literal pieces (`Constant`) and its expressions, in order."""

    parts: tuple[Expression, ...]
    at: Anchor


class Other(NamedTuple):
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


class Assign(NamedTuple):
    """`target = … = value`; an annotated assignment has one target."""

    targets: tuple[Expression, ...]
    value: Expression


class Declare(NamedTuple):
    """`target: annotation`, with a value where there is one (a dataclass field, say)."""

    target: Expression
    annotation: Expression
    value: Optional[Expression]


class Augment(NamedTuple):
    """`target operator= value`; the operator without its "="."""

    target: Expression
    operator: str
    value: Expression


class Evaluate(NamedTuple):
    """An expression as a statement."""

    value: Expression


class Return(NamedTuple):
    """`return value`."""

    value: Optional[Expression]


class Raise(NamedTuple):
    """`raise value`."""

    value: Optional[Expression]


class Break(NamedTuple):
    """`break`."""


class Continue(NamedTuple):
    """`continue`."""


class Assert(NamedTuple):
    """`assert test`."""

    test: Expression


class Delete(NamedTuple):
    """`del targets`."""

    targets: tuple[Expression, ...]


class Scope(NamedTuple):
    """`global names` or `nonlocal names`; `kind` is "global" or "nonlocal"."""

    kind: str
    names: tuple[str, ...]


class If(NamedTuple):
    """`if test: body else: otherwise` (`elif` is an `If` in `otherwise`)."""

    test: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


class While(NamedTuple):
    """`while test: body else: otherwise`."""

    test: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


class For(NamedTuple):
    """`for target in iterable: body else: otherwise`, async too."""

    target: Expression
    iterable: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


class With(NamedTuple):
    """`with manager as target, …: body`, async too."""

    items: tuple[tuple[Expression, Optional[Expression]], ...]
    body: tuple[Statement, ...]


class Handler(NamedTuple):
    """One `except type as name: body`."""

    type: Optional[Expression]
    name: Optional[str]
    body: tuple[Statement, ...]


class Try(NamedTuple):
    """`try: body except …: … else: otherwise finally: last` (`except*` likewise)."""

    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...]
    otherwise: tuple[Statement, ...]
    last: tuple[Statement, ...]


class ValuePattern(NamedTuple):
    """A pattern that compares: a literal or a dotted name."""

    value: Expression


class CapturePattern(NamedTuple):
    """A pattern that matches anything and binds it; None is `_`."""

    name: Optional[str]


class ClassPattern(NamedTuple):
    """`Class(...)`: an isinstance test; `names` are what its inner patterns bind."""

    type: Expression
    names: tuple[str, ...]


class AlternativesPattern(NamedTuple):
    """`a | b | c`."""

    patterns: tuple[Pattern, ...]


class OtherPattern(NamedTuple):
    """A sequence, mapping or anything else: what it binds."""

    names: tuple[str, ...]


class NamedPattern(NamedTuple):
    """`pattern as name`."""

    pattern: Pattern
    name: str


Pattern = Union[ValuePattern, CapturePattern, ClassPattern, AlternativesPattern, OtherPattern, NamedPattern]


class Case(NamedTuple):
    """One `case pattern if guard: body`."""

    pattern: Pattern
    guard: Optional[Expression]
    body: tuple[Statement, ...]


class Match(NamedTuple):
    """`match subject: cases`."""

    subject: Expression
    cases: tuple[Case, ...]


class Function(NamedTuple):
    """`def name(parameters): body`; `generator` where its own body yields. The anchor is that of the name."""

    name: str
    parameters: tuple[Parameter, ...]
    decorators: tuple[Expression, ...]
    body: tuple[Statement, ...]
    generator: bool
    at: Anchor


class Class(NamedTuple):
    """`class name(bases): body`. The anchor is that of the name."""

    name: str
    bases: tuple[Argument, ...]
    decorators: tuple[Expression, ...]
    body: tuple[Statement, ...]
    at: Anchor


class Import(NamedTuple):
    """`import module` (binds its first part) or, with `bound`, `import module as bound`."""

    module: str
    bound: Optional[str]


class ImportFrom(NamedTuple):
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


class Facts(NamedTuple):
    """The facts of one file: the statements of its module body."""

    body: tuple[Statement, ...]
