# expect: bug FSDP002
from model import Net
from wrap import wrap

model = wrap(Net())
optimizer = Net.configure_optimizers(model, 1e-3)
