"""Many parameter names in few words: `layers.0-31.self_attn.{q,k,v,o}_proj.weight`."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_SHOWN = 3


def summary(names: Iterable[str]) -> list[str]:
    """The names with runs of layer numbers as ranges, and names that differ in one part joined with braces."""
    numbered: dict[str, list[tuple[int, ...]]] = {}
    for name in names:
        shape = re.sub(r"(?<=\.)\d+(?=\.)", "#", f".{name}.")[1:-1]
        numbered.setdefault(shape, []).append(tuple(int(n) for n in re.findall(r"(?<=\.)\d+(?=\.)", f".{name}.")))
    joined: dict[tuple[str, ...], list[str]] = {}
    for shape, numbers in numbered.items():
        filled = _filled(shape, numbers)
        head, _, last = filled.rpartition(".")
        joined.setdefault((head, ""), []).append(last)
    lines = [f"{head}.{_braces(lasts)}" if head else _braces(lasts) for (head, _), lasts in joined.items()]
    return _joined_middles(lines)


def counted(names: list[str]) -> str:
    """`4 parameters (layers.0-1.{q,k}_proj.weight)`: how many there are, and their names in a few words."""
    found = summary(names)
    more = f" and {len(found) - MOST_SHOWN} more" if len(found) > MOST_SHOWN else ""
    return f"{len(names)} parameter{'' if len(names) == 1 else 's'} ({', '.join(found[:MOST_SHOWN])}{more})"


def _filled(shape: str, numbers: list[tuple[int, ...]]) -> str:
    """The shape with each `#` replaced by the numbers that stand there."""
    columns = [sorted(set(column)) for column in zip(*numbers)]
    for column in columns:
        shape = shape.replace("#", _range(column), 1)
    return shape


def _range(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for one in numbers:
        if runs and runs[-1][-1] == one - 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _braces(words: list[str]) -> str:
    return words[0] if len(words) == 1 else "{" + ",".join(words) + "}"


def _joined_middles(lines: list[str]) -> list[str]:
    """Lines that differ in their last but one part alone, joined: `{q,k}_proj` where the parts end alike."""
    found: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        parts = line.rsplit(".", 2)
        key = (parts[0], parts[2]) if len(parts) == 3 else (line, "")
        found.setdefault(key, []).append(parts[1] if len(parts) == 3 else "")
    result: list[str] = []
    for (head, last), middles in found.items():
        if not last:
            result.append(head)
        else:
            result.append(f"{head}.{_with_common_end(middles)}.{last}")
    return result


def _with_common_end(words: list[str]) -> str:
    """`q_proj`, `k_proj` as `{q,k}_proj`: the part from an underscore on that all have in common is said once."""
    if len(words) == 1:
        return words[0]
    end = max((w for w in _ends(words[0]) if all(word.endswith(w) for word in words)), key=len, default="")
    return "{" + ",".join(word[: len(word) - len(end)] for word in words) + "}" + end


def _ends(word: str) -> list[str]:
    """The ends of a word that begin with an underscore."""
    return [word[index:] for index, letter in enumerate(word) if letter == "_"]
