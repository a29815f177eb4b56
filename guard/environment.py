"""`guard enable`: every Python process of this environment imports the guard, with no line of code in any script."""

from __future__ import annotations

import os
import sysconfig

LINE = 'import sys; exec("try:\\n    import guard\\nexcept ImportError:\\n    pass")\n'


def path() -> str:
    """The file that Python reads at every start: in this environment's folder of packages."""
    return os.path.join(sysconfig.get_path("purelib"), "fsdp_guard.pth")


def enable() -> str:
    """Write it, and say so; raises OSError where the folder cannot be written."""
    with open(path(), "w", encoding="utf-8") as file:
        file.write(LINE)
    return f"every Python process of this environment is guarded now: {path()} (guard disable takes it back)"


def disable() -> str:
    """Remove it, and say so; raises OSError where the folder cannot be written."""
    if not os.path.exists(path()):
        return f"nothing to do: there is no {path()}"
    os.remove(path())
    return f"removed {path()}: a job is guarded where it imports guard, or is started with python -m guard"
