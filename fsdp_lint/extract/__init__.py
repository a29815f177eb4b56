"""One file's syntax tree to plain facts: the only room, with `fixes`, that knows syntax trees."""

from fsdp_lint.extract.extractor import extract, locate, tree
from fsdp_lint.extract.unparsable import Unparsable

__all__ = ["Unparsable", "extract", "locate", "tree"]
