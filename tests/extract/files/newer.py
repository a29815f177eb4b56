args[*rest]
try: risky
except* D: handle
type Alias[T] = list[T]
async def loop[T](source: T): pass
f"{outer["inner" + f"{deep}"]}"
t"hello {name}"
{**d for d in dicts}; [*x for x in xs]
lazy import heavy
