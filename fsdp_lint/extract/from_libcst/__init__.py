"""Facts from libcst's tree: slow, but it knows syntax that is newer than the running Python, and can be changed."""

from fsdp_lint.extract.from_libcst.extraction import facts, spans, tree, walked

__all__ = ["facts", "spans", "tree", "walked"]
