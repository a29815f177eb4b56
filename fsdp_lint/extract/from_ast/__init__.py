"""Facts from Python's own tree: ten times as fast as from libcst's, for what the running Python can parse."""

from fsdp_lint.extract.from_ast.extraction import spans, walked

__all__ = ["spans", "walked"]
