"""A cheap look at a file, before the costly parse: whether its code, and not only its words, can come to a finding.

Python's own compiler lists the names that code uses, several times faster than libcst parses. It knows only the syntax
of the Python that runs it, so a file that it cannot read is left to the parse.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from types import CodeType

WRAPPERS = re.compile(r"DataParallel|^fully_shard$|FSDPStrategy|^FSDP|^compile$")
PURPOSES = re.compile(
    r"optim|adam|sgd|lamb|lars|lion|adafactor|adagrad|rmsprop|sophia|muon|shampoo|requires_grad|clip_grad|total_norm"
    r"|param_groups",
    re.IGNORECASE,
)
STRATEGIES = ("fsdp", "fsdp_native", "fsdp_cpu_offload")


def glance(text: str) -> bool:
    """Whether the code names a wrapper and something to do with parameters; True where that cannot be seen."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(text, "<source>", "exec", dont_inherit=True, optimize=2)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return True
    wraps = acts = False
    for name in _names(code):
        wraps = wraps or WRAPPERS.search(name) is not None or name in STRATEGIES
        acts = acts or PURPOSES.search(name) is not None
    return wraps and acts


def _names(code: CodeType) -> Iterator[str]:
    """The names, and the short strings that may be one, of a code object and of those inside it."""
    waiting = [code]
    while waiting:
        one = waiting.pop()
        yield from one.co_names
        yield from one.co_varnames
        for constant in one.co_consts:
            if isinstance(constant, CodeType):
                waiting.append(constant)
            elif isinstance(constant, str) and len(constant) < 90 and " " not in constant:
                yield constant
