from __future__ import annotations

import tokenize

import pytest

from fsdp_lint.files.encoding import decode


@pytest.mark.parametrize(
    "data",
    [
        b"x = 1\n",
        "x = 'ä'\n".encode(),
        b"\xef\xbb\xbfx = '\xc3\xa4'\n",
        b"\xef\xbb\xbf# coding: utf-8\n",
        b"# coding: latin-1\nx = '\xe4'\n",
        b"#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n",
        b"\n# coding: latin-1\nx = '\xe4'\n",
        b"# -*- coding: utf_8 -*-\nx = '\xc3\xa4'\n",
        b"\x0c# coding: latin-1\nx = '\xe4'\n",
        "# coding: shift_jis\nx = '日本'\n".encode("shift_jis"),
    ],
)
def test_a_file_is_decoded_as_python_does(tmp_path, data):
    path = tmp_path / "source.py"
    path.write_bytes(data)
    with tokenize.open(path) as file:
        assert decode(data) == file.read()


def test_a_declaration_in_the_third_line_is_none():
    assert decode(b"\n\n# coding: latin-1\nx = '\xc3\xa4'\n") == "\n\n# coding: latin-1\nx = 'ä'\n"


def test_a_declaration_after_code_is_none():
    assert decode(b"x = 1\n# coding: latin-1\ny = '\xc3\xa4'\n").endswith("y = 'ä'\n")


def test_line_ends_become_plain():
    assert decode(b"a\r\nb\rc\n\rd\x0be\x0cf") == "a\nb\nc\n\nd\x0be\x0cf"
