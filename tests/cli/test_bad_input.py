"""Whatever a file holds: one clear line, never a traceback, and the other files are linted all the same."""

from __future__ import annotations

import json
import os

import pytest

from tests.cli.command import LOST_NAMES, concise, fsdp_lint

MENTION = "from fairscale.nn import FullyShardedDataParallel\nmodel.named_parameters()\ntorch.optim.SGD\n"


def only_line(tmp_path, name="bad.py"):
    """The one line about a bad file, with a good file beside it that has to be linted as well."""
    (tmp_path / "good.py").write_text(LOST_NAMES)
    bad, good = concise(name, "good.py", cwd=tmp_path)
    assert good.startswith("good.py:7:")
    return bad


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (
            b"x = 1\nname = '\xe9'\n",
            "bad.py:2:9: FSDP000 the file is not valid UTF-8 (byte 0xe9) and declares no other encoding",
        ),
        (
            b"# coding: ascii\nname = '\xe9'\n",
            "bad.py:2:9: FSDP000 the file declares 'ascii' but does not decode as such (byte 0xe9)",
        ),
        (
            b"#!/usr/bin/python\n# -*- coding: klingon -*-\n",
            "bad.py:2:1: FSDP000 the file declares 'klingon', which is no encoding that Python knows",
        ),
        (
            b"\xef\xbb\xbf# coding: latin-1\n",
            "bad.py:1:1: FSDP000 the file begins with the mark of UTF-8 but declares 'latin-1'",
        ),
        (
            "x = 1\n".encode("utf-16"),
            "bad.py:1:1: FSDP000 the file is UTF-16, which Python does not read as source: save it as UTF-8",
        ),
        (b"a = 1\rb = '\0'\r", "bad.py:2:6: FSDP000 the file holds a NUL byte, so it is no Python source"),
        (
            b"# coding: rot13\nx = 1\n",
            "bad.py:1:1: FSDP000 the file declares 'rot13', which is no encoding that Python knows",
        ),
        (b"#" + b"x" * 20_000_000, "bad.py:1:1: FSDP000 the file is larger than 20 MB and was not analysed"),
    ],
    ids=["not UTF-8", "not as declared", "unknown encoding", "two encodings", "UTF-16", "NUL", "no text", "huge"],
)
def test_bytes_that_are_no_source(tmp_path, data, line):
    (tmp_path / "bad.py").write_bytes(data)
    assert only_line(tmp_path) == line


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"def f(:\n    pass\n", "bad.py:1:"),
        (b"x = 1\nprint 'python 2'\n", "bad.py:2:"),
        (b"x = 1\r\ny = (\r\n", "bad.py:"),
        (b"if x:\n\ty = 1\n        z = 2\n", "bad.py:3:"),
        (b"x = " + b"(" * 5000, "bad.py:1:"),
        (b"x = 'unterminated\n", "bad.py:1:"),
    ],
    ids=["syntax error", "Python 2", "end of file", "tabs and spaces", "deep", "open string"],
)
def test_text_that_does_not_parse(tmp_path, data, place):
    (tmp_path / "bad.py").write_bytes(data)
    line = only_line(tmp_path)
    assert line.startswith(place)
    assert " FSDP000 " in line


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\xef\xbb\xbf",
        b"\x0c\nx = 1\n",
        b"# coding: latin-1\nname = '\xe9'\n",
        b"# coding: cp1252\r\nx = '\x80'\r\n",
        b"async def f():\n    return [x async for x in y]\n",
        b"x = '\\d'\n",
    ],
    ids=["empty", "blank", "mark only", "form feed", "latin-1", "cp1252", "async", "warning"],
)
def test_unusual_files_that_are_fine(tmp_path, data):
    (tmp_path / "odd.py").write_bytes(data)
    assert fsdp_lint("odd.py", cwd=tmp_path) == (0, "All checks passed!\n", "")


def test_a_bad_file_that_a_walk_finds_is_told_only_if_it_mentions_a_wrapper(tmp_path):
    (tmp_path / "unrelated.py").write_bytes(b"name = '\xe9'\n")
    (tmp_path / "sharded.py").write_bytes(MENTION.encode() + b"name = '\xe9'\n")
    (line,) = concise(".", cwd=tmp_path)
    assert line.startswith("sharded.py:4:9: FSDP000 the file is not valid UTF-8")


WRAPS = "from torch.distributed.fsdp import FullyShardedDataParallel as FSDP\nmodel = FSDP(net)\n"
ACTS = "for p in model.parameters():\n    p.requires_grad = False\n"


def test_a_syntax_error_that_a_walk_finds_is_told_only_where_a_finding_may_be(tmp_path):
    (tmp_path / "both.py").write_text(f"{WRAPS}{ACTS}def f(:\n")
    (tmp_path / "neither.py").write_text(f"{WRAPS}def f(:\n")
    line = only_line(tmp_path, ".")
    assert line.startswith("both.py:5:")
    assert " FSDP000 " in line


def test_a_syntax_error_in_a_file_that_is_named_is_always_told(tmp_path):
    (tmp_path / "bad.py").write_text(f"{WRAPS}def f() pass\n")
    line = only_line(tmp_path)
    assert line.startswith("bad.py:3:")
    assert " FSDP000 " in line


def test_a_link_that_leads_nowhere(tmp_path):
    (tmp_path / "bad.py").symlink_to("gone.py")
    assert only_line(tmp_path) == "bad.py:1:1: FSDP000 the file could not be read: the link leads nowhere"


def test_a_link_to_itself(tmp_path):
    (tmp_path / "bad.py").symlink_to("bad.py")
    assert only_line(tmp_path) == "bad.py:1:1: FSDP000 the file could not be read: the link leads nowhere"


def test_a_pipe_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "bad.py")
    assert only_line(tmp_path) == "bad.py:1:1: FSDP000 the file could not be read: it is not a regular file"


def test_a_file_without_permission(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("x = 1\n")
    bad.chmod(0)
    if os.access(bad, os.R_OK):
        (line,) = concise("/proc/self/mem", cwd=tmp_path)
        assert line == "/proc/self/mem:1:1: FSDP000 the file could not be read: input/output error"
    else:
        assert only_line(tmp_path) == "bad.py:1:1: FSDP000 the file could not be read: permission denied"


def test_a_folder_with_the_name_of_a_file_is_walked(tmp_path):
    (tmp_path / "package.py").mkdir()
    (tmp_path / "package.py" / "train.py").write_text(LOST_NAMES)
    (line,) = concise(".", cwd=tmp_path)
    assert line.startswith("package.py/train.py:7:")


def test_a_loop_of_links_ends(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "outer").symlink_to(tmp_path)
    (tmp_path / "train.py").write_text(LOST_NAMES)
    assert len(concise(".", cwd=tmp_path)) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x = 1", "it is not JSON"),
        ("[]", 'there is no list "cells" in it'),
        ('{"cells": {}}', 'there is no list "cells" in it'),
        ('{"cells": [1]}', "cell 1 is not an object"),
        ('{"cells": [{"cell_type": "code", "source": 7}]}', "the source of cell 1 is not text"),
        ("[" * 100_000, "nested too deeply"),
        ("", "it is not JSON"),
    ],
    ids=["text", "list", "object", "number", "source", "deep", "empty"],
)
def test_a_notebook_that_is_none(tmp_path, content, message):
    (tmp_path / "bad.ipynb").write_text(content)
    line = only_line(tmp_path, "bad.ipynb")
    assert line.startswith("bad.ipynb:1:1: FSDP000 the file ")
    assert message in line


def test_a_syntax_error_in_a_notebook_is_placed_in_its_cell(tmp_path):
    cells = [{"cell_type": "code", "source": source} for source in ("x = 1", "y = 2\nz = = 3")]
    (tmp_path / "bad.ipynb").write_text(json.dumps({"cells": cells}))
    assert only_line(tmp_path, "bad.ipynb").startswith("bad.ipynb:cell 2:2:5: FSDP000 ")


def test_crlf_and_cr_rows_are_the_users(tmp_path):
    for name, end in (("windows.py", b"\r\n"), ("old_mac.py", b"\r")):
        (tmp_path / name).write_bytes(LOST_NAMES.encode().replace(b"\n", end))
    assert [line.split(" ")[0] for line in concise(".", cwd=tmp_path)] == ["old_mac.py:7:32:", "windows.py:7:32:"]


def test_form_feeds_and_unicode_line_separators_are_no_rows(tmp_path):
    (tmp_path / "train.py").write_text("\x0c\ntext = '\u2028\x0b\x1c'\n" + LOST_NAMES)
    (line,) = concise(".", cwd=tmp_path)
    assert line.startswith("train.py:9:32:")


def test_a_file_name_that_is_no_text(tmp_path):
    (tmp_path / os.fsdecode(b"tr\xe9in.py")).write_text(LOST_NAMES)
    result = fsdp_lint(".", cwd=tmp_path)
    assert result.status == 1
    assert "tr?in.py:7:32" in result.out
