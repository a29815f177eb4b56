"""How the libraries' flat and sharded parameters are recognised, and what they say of the originals.

Recognised by attributes alone, so that no library is imported: fairscale 0.4.13 `FlatParameter`, torch FSDP1 (1.13.1
and 2.13.0) flat parameters, fairscale's unflattened shards, and what a wrap that was watched left on record.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Flat(NamedTuple):
    """A flat parameter: the originals in it by name, their number of elements, and the flag that keeps them apart."""

    names: tuple[str, ...]
    elements: int
    remedy: str


FAIRSCALE_REMEDY = "pass flatten_parameters=False to FullyShardedDataParallel"
TORCH_REMEDY = "pass use_orig_params=True to FullyShardedDataParallel"


def flat(parameter: Any) -> Flat | None:
    """What a flat parameter stands for; None for any other parameter."""
    if hasattr(parameter, "_param_numels") and hasattr(parameter, "metadata"):
        names, _, numels = parameter.metadata()
        found = tuple(str(name).replace("_fpw_module.", "") for name in names)
        return Flat(found, sum(int(one) for one in numels), FAIRSCALE_REMEDY)
    if getattr(parameter, "_is_flat_param", False):
        names = tuple(str(name) for name in getattr(parameter, "_fqns", ()))
        return Flat(names, sum(int(one) for one in getattr(parameter, "_numels", ())), TORCH_REMEDY)
    if type(parameter).__name__ == "FlatParameter" and hasattr(parameter, "_param_infos"):
        names = tuple(".".join(filter(None, (i.module_name, i.param_name))) for i in parameter._param_infos)
        return Flat(names, sum(int(one) for one in getattr(parameter, "_numels", ())), TORCH_REMEDY)
    return None


def original_dimensions(parameter: Any, recorded: dict[int, Recorded]) -> int | None:
    """How many dimensions a sharded parameter had before it was cut up; None if it is not a shard."""
    if getattr(parameter, "_is_sharded", False) and hasattr(parameter, "_orig_size"):
        return len(parameter._orig_size)
    known = recorded.get(id(parameter))
    if known is not None and known.alive(parameter):
        return known.dimensions
    return None


class Recorded(NamedTuple):
    """What a parameter was before a wrap that keeps the object: its name, and how many dimensions it had."""

    reference: Any
    name: str
    dimensions: int

    def alive(self, parameter: Any) -> bool:
        """Whether the record is of this parameter, and not of an earlier one at the same address."""
        return self.reference() is parameter
