"""Find training code that silently trains the wrong thing because a sharding wrapper changed its parameters.

from fsdp_lint import lint

for finding in lint(["train.py"]):
    print(finding.span.filename, finding.span.start.row, finding.code, finding.message)
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
"""As in `typing`, which is not imported: the command may know its answer before it needs anything."""

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from fsdp_lint.configuration import Configuration, ConfigurationError
    from fsdp_lint.finding import Edit, Finding, Fix, Position, Related, Span

__all__ = ["Configuration", "ConfigurationError", "Edit", "Finding", "Fix", "Position", "Related", "Span", "lint"]


def lint(paths: Sequence[str | os.PathLike[str]], configuration: Configuration | None = None) -> list[Finding]:
    """Every finding in files, and in the Python files and notebooks of folders, in order of file name and place.

    No configuration file is read: pass `fsdp_lint.configuration_file.load(path)` for one. A file that cannot be read or
    parsed is a finding (FSDP000). Raises `FileNotFoundError` for a path that does not exist.
    """
    import os

    from fsdp_lint.configuration import Configuration
    from fsdp_lint.linting import files, lint_files

    configuration = configuration or Configuration()
    discovery = files([os.fspath(path) for path in paths], configuration)
    if discovery.missing:
        raise FileNotFoundError(f"no such file or folder: {discovery.missing[0]}")
    return lint_files(discovery, configuration).findings


def __getattr__(name: str) -> object:
    """The records, imported when they are asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from fsdp_lint import configuration, finding

    return getattr(configuration if name.startswith("Configuration") else finding, name)
