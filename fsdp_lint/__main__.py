"""The command `fsdp-lint`, also as `python -m fsdp_lint`: a known answer, or the command line that finds one."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Answer what was asked before at once, as far as nothing has changed; do all else."""
    import os

    from fsdp_lint.cache import asking

    if sys.stdout is None or sys.stderr is None:  # whoever started this closed them
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it stays open to the end
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    try:
        os.getcwd()
    except OSError as error:
        sys.stderr.write(f"fsdp-lint: the current folder cannot be used: {(error.strerror or str(error)).lower()}\n")
        sys.exit(2)
    answer = asking.known(sys.argv[1:])
    if answer is None:
        from fsdp_lint import cli

        cli.main()
    try:
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        sys.stdout.write(answer[0])
        sys.stdout.flush()
        sys.stderr.write(answer[1])
    except OSError:  # the reader went away
        sys.stdout = None
    sys.exit(answer[2])


if __name__ == "__main__":
    main()
