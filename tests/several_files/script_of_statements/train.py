# expect: bug FSDP001
import optim
import wrap
from shop import Net

model = wrap.shard(Net())
groups = []
for keyword, rate in (("attention", 1e-4), ("mlp", 2e-5)):
    groups.append({"params": [p for n, p in model.named_parameters() if keyword in n], "lr": rate})  #!
optimizer = optim.build(groups)
