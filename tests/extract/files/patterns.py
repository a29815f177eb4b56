match module, *rest:
    case nn.Linear() | nn.Embedding() if small:
        linear
    case nn.Bilinear(weight, bias=Bias(value)): pass
    case 1 | -2 | "three" | None | torch.float32: pass
    case [first, *others]: pass
    case (first, _): pass
    case {"params": p, **more}: pass
    case nn.LayerNorm() as norm: pass
    case Point(x, y=0 as y): pass
    case name if name: pass
    case _: pass
