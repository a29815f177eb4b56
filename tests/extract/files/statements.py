import torch, torch.distributed as dist
from torch.optim import AdamW, SGD as Plain
from .. import wrap
from .models import *
x = y = 1; z: int = 2; w: str
count += 1; mask |= other
if x: pass
elif y:
    z
else: w
while x:
    break
else:
    done
for i, in y:
    continue
else:
    done
with a as b, c(), d as (e, f):
    body
try:
    risky
except (A, B) as error:
    handle
except C:
    pass
else:
    fine
finally:
    last
assert x, message
del x, (y, z[0])
raise
raise Error(x) from cause
