"""What an outline must tell apart; nothing here runs."""
# a comment with 'quotes" and (brackets
import os.path, numpy as np; import torch
from typing import (
    Any,  # Never,
    cast as given,
)
from . import beside
from .import_me import One as Other, Two
from ...above.all import *

first, (second, *third) = chained = beside.make(key=Two)
slots[index].field = first.attribute
count += 1
typed: "Later" = np.zeros(3).shape; declared: os.PathLike[Any]
text = r"\d" + f"{np.pi!r:>{width}} {{braces}} {owner.name=}" f'{lambda_of(lambda taken: taken + outer)}'
if first is Other: flagged = 1; noted = 2
elif second:
    for each in third: looped = each
    class Inner(Other):
        hidden = Any
else:
    @given
    def in_else(): local = helper
try:
    tried = 1
except ImportError as error:
    lost = error
else:
    kept = 2
finally: ended = 3
with opened(first) as handle:
    written = handle
while (walrus := first.read()):
    pass


@beside.registered(kind="x")  # why
@plain
@of.factory()(Two)
async def decorated(
    self, positional: np.ndarray, /, *rest: Other, only: dict[str, Two] = {"a": default}, **more: Any
) -> Other.Result:
    global count
    async with positional.lock as lock, other_lock:
        return await lock.run(only, named=rest, *more)


def outer(argument=lambda one, two=second: one, key: Callable[[int], str] = print):
    def nested(inner: Two):
        return inner.value \
            .more
    total = 1_0.5e3 + 0xFF + 1. if nested(argument) else not second
    return (
        total
        .chained()  # .commented
        . spaced
    )[1:total, ...]; unreachable


class Model(Other, Generic[T], np.Base, metaclass=Meta):
    """FSDP"""

    field: Optional[Two] = None
    first = second, third

    def __init__(self, size=Two):
        super().__init__()
        super(Model, self).extra.more
        self.inner: Tensor = size.parameters()
        self.a.b.c = Other().d

    @property
    @functools.wraps(outer)
    def method(self):
        return [x.id for x in self.modules() if isinstance(x, (Two, Other)) and issubclass(cast(Never, x), Any)]
    @staticmethod
    def other(): print(modules(), given(Two, first))

    class Nested:
        def inside(self): pass

    after = 1


class Empty:
    def only(self): ...


class Short: pass


def wrapping(model, kind):
    if kind == FullyShardedDataParallel or type(model) is not FSDP or DataParallel in kind:
        raise ValueError("nn.DataParallel" == kind) from None
    if not fully_shard: del model
    for DDP.DistributedDataParallel in kind: yield from FSDP.summon(model)
    return nn.parallel.DistributedDataParallel.x


def by_name():
    return getattr(torch.fsdp, 'FullyShardedDataParallel')


def launched():
    return L.Trainer("fsdp", devices=2, strategy='fsdp_native')


def compiled(model):
    torch.compile(fullgraph=True); torch.compile(forward_fn)
    return torch.compile(model.inner, mode="x")


def told(kind):
    match kind.shape:
        case Two.ONE: return matched
        case [0, 1]: pass
    match = kind.match; match: Two


def acts(model):
    """clip"""
    for p in model.named_parameters(): p.requires_grad = False
    return build_optimizer(model, sharding_strategy=model), map(outer, key=decorated), {**outer}


größe = ﬁne = None
