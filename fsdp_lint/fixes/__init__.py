"""Fixes: from a remedy to changes of texts, and from these to files that are written.

Beside `extract` the only room that knows libcst trees; they tell where to change a text, and no code is made from them.
"""
