"plain"; 'it''s'; "two " "pieces"; u"unicode"
"tab\there \x41\u00e9\U0001F600\101 \N{BULLET} \d"
r"raw\n"; b"bytes"; b"more" b"bytes"
"""three
lines"""
"joined \
line"
12; 1_000; 0xFF; 0o17; 0b101; 1.5; 1e3; -3; -2.5; +1; 2j; -2j
True; False; None; ...
f"plain {name!r:>{width}} {{kept}}\n"
f"a" "b" f"{c}"
f"{outer['inner' + f'{deep}']}"; f"{name = }, {name=!r}{{" f"" "b"; f"\x7b\x7b"
rf"\d{x}"
