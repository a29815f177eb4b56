@decorator
@other.decorator(1)
def plain(a, b: int = 2, /, c=3, *args: str, d, e=4, **kwargs) -> int:
    global count, total
    return a
def bare(a, *, b): return
def generator():
    def inner():
        return 1
    x = yield
    yield from inner()
def outer():
    def inner():
        nonlocal x
        yield 1
    return lambda: (yield)
async def loop(source):
    async with source as s:
        async for item in s:
            await item.wait()
    return [x async for x in s]
@dataclass
class Model(nn.Module, Generic[T], metaclass=Meta, **options):
    rate: float = 0.1
class Empty: ...
