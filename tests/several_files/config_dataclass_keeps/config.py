# expect: clean
from dataclasses import dataclass, field


@dataclass
class Sharding:
    use_orig_params: bool = True


@dataclass
class Config:
    sharding: Sharding = field(default_factory=Sharding)
    lr: float = 1e-4
