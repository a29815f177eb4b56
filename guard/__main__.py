"""The command: run a program under the guard, or guard every program of this environment."""

from __future__ import annotations

import os
import runpy
import sys

USAGE = """\
usage: python -m guard script.py [arguments …]    run a script under the guard
       python -m guard -m module [arguments …]    run a module under the guard
       guard enable                               guard every Python process of this environment from now on
       guard disable                              no more

Under torchrun: torchrun [options …] -m guard script.py [arguments …]"""


def main() -> None:
    """Do what the command line says; 2 is the exit status where it cannot be understood."""
    arguments = sys.argv[1:]
    if arguments in (["-h"], ["--help"]):
        print(USAGE)
    elif arguments in (["enable"], ["disable"]):
        _switch(arguments[0])
    elif not arguments or (arguments[0] == "-m" and len(arguments) < 2):
        print(USAGE, file=sys.stderr)
        raise SystemExit(2)
    elif arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        _run_script(arguments)


def _run_script(arguments: list[str]) -> None:
    """Run a script as if it had been started by itself: with its own folder first on the path."""
    if not os.path.exists(arguments[0]):
        print(f"guard: no such file: {arguments[0]}", file=sys.stderr)
        raise SystemExit(2)
    sys.argv = arguments
    folder = os.path.dirname(os.path.abspath(arguments[0]))
    if getattr(sys.flags, "safe_path", False) or not sys.path:
        sys.path.insert(0, folder)
    else:
        sys.path[0] = folder
    runpy.run_path(arguments[0], run_name="__main__")


def _switch(word: str) -> None:
    from guard import environment

    try:
        print(environment.enable() if word == "enable" else environment.disable())
    except OSError as error:
        print(f"guard: cannot {word}: {error.strerror}: {error.filename}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
