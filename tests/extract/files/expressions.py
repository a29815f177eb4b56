model.head.weight
groups[0]; groups[1:2]; groups[:, -1]; groups[::step]; groups[key,]
AdamW(groups, *more, lr=1e-4, **options)
first, *others
[a, (b, c), *d]; {e, f}; (); (g,)
{"params": decay, **common}
lambda a, /, b=1, *c, d, **e: a
[p for n, p in model.named_parameters() if "bias" in n if p.requires_grad for q in p]
{n for n in names}; {n: p for n, p in pairs}
sum(p.numel() for p in parameters); (x for x in y)
a if test else b
left and right or other
not frozen
0 < a <= b != c is not d not in e
a + b * c; a | b; a % b; a @ b; a ** b; a // b; a << b; a >> b; a & b; a ^ b; a - b; a / b
~mask
(total := count(x))
((parenthesised)).value
