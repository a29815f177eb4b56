"""How the libraries' flat and sharded parameters are recognised, and what they say of the originals.

Recognised by attributes alone, so that no library is imported: fairscale 0.4.13 `FlatParameter`, torch FSDP1 (1.13.1
and 2.13.0) flat parameters, and fairscale's unflattened shards.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Flat(NamedTuple):
    """A flat parameter: the originals in it, named from its unit on, their number of elements, and the remedy."""

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


def elements(parameter: Any) -> int:
    """The number of elements that a tensor has on this rank (DTensors: of the whole); 0 before they are known."""
    try:
        return int(parameter.numel())
    except (RuntimeError, ValueError):  # an uninitialised lazy parameter has no number of elements yet
        return 0


def original_elements(parameter: Any) -> int:
    """The number of elements of the original parameters, where the library tells, else those of the tensor."""
    one = flat(parameter)
    if one is not None:
        return one.elements
    size = getattr(parameter, "_orig_size", None)
    return elements(parameter) if size is None else int(size.numel())


def local_elements(parameter: Any) -> int:
    """The number of elements on this rank: of a DTensor those of its local part."""
    return elements(getattr(parameter, "_local_tensor", parameter))


def is_leaf(parameter: Any) -> bool:
    """Whether a tensor is a leaf; a view whose base was changed under it refuses to tell, and is none."""
    try:
        return bool(parameter.is_leaf)
    except RuntimeError:
        return False
