# expect: bug FSDP001
from dataclasses import dataclass


@dataclass
class Config:
    use_orig_params: bool = False
    lr: float = 1e-4
