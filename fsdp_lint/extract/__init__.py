"""One file's syntax tree to plain facts: the only room, with `fixes`, that knows libcst."""
