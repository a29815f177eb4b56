"""`python -m guard script.py arguments …`, `python -m guard -m module arguments …`: run a program under the guard."""

from __future__ import annotations

import os
import runpy
import sys


def main() -> None:
    """Run the program that the command line names, as if it had been started by itself."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help") or (arguments[0] == "-m" and len(arguments) < 2):
        print("usage: python -m guard [-m module | script.py] [arguments …]")
        raise SystemExit(0 if arguments[:1] in (["-h"], ["--help"]) else 2)
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
