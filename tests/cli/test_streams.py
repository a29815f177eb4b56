"""Terminals, pipes and signals."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time

from tests.cli.command import KEPT_NAMES, LOST_NAMES, fsdp_lint

COMMAND = [sys.executable, "-m", "fsdp_lint"]


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    for number in range(200):
        (tmp_path / f"train_{number}.py").write_text(LOST_NAMES)
    with subprocess.Popen(COMMAND, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def test_an_interrupt_is_one_line_and_130(tmp_path):
    with subprocess.Popen(
        [*COMMAND, "-"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"fsdp-lint: interrupted\n")


def test_a_terminal_that_knows_only_ascii(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES.replace('"self_attn" in n', '"naïve" in n'))
    result = fsdp_lint("train.py", cwd=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert result.status == 1
    assert 'if "na?ve" in n]' in result.out


def test_a_windows_code_page(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES.replace('"self_attn" in n', '"注意" in n'), encoding="utf-8")
    assert fsdp_lint("train.py", cwd=tmp_path, PYTHONIOENCODING="cp1252", PYTHONUTF8="0").status == 1


def test_no_colour_off_a_terminal(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    assert "\x1b" not in fsdp_lint("train.py", cwd=tmp_path).out


def test_force_color_colours_off_a_terminal(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    assert fsdp_lint("train.py", cwd=tmp_path, FORCE_COLOR="1").out.startswith("\x1b[31m\x1b[1mFSDP001 error\x1b[0m")


def on_a_terminal(tmp_path, **environment):
    """What a terminal of 80 columns gets."""
    parent, child = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "train.py"],
        cwd=tmp_path,
        stdout=child,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment},
        timeout=60,
        check=False,
    )
    os.close(child)
    chunks = []
    try:
        while chunk := os.read(parent, 65536):
            chunks.append(chunk)
    except OSError:
        pass
    os.close(parent)
    assert done.returncode in (0, 1)
    return b"".join(chunks).decode().replace("\r\n", "\n")


def test_colour_on_a_terminal(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    assert "\x1b[31m\x1b[1mFSDP001 error" in on_a_terminal(tmp_path)


def test_no_color_is_honoured_on_a_terminal(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    assert "\x1b" not in on_a_terminal(tmp_path, NO_COLOR="1")


def test_lines_of_code_fit_a_terminal(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    lines = on_a_terminal(tmp_path, NO_COLOR="1").splitlines()
    assert max(len(line) for line in lines if " | " in line) <= 80


def test_standard_input(tmp_path):
    result = fsdp_lint("-", "--output-format", "concise", cwd=tmp_path, stdin=LOST_NAMES.encode())
    assert (result.status, result.out[:6]) == (1, "-:7:32")


def test_standard_input_under_a_name(tmp_path):
    arguments = ["-", "--stdin-filename", "src/train.py", "--output-format", "concise"]
    result = fsdp_lint(*arguments, cwd=tmp_path, stdin=LOST_NAMES.encode())
    assert result.out.startswith("src/train.py:7:32")


def test_standard_input_under_an_excluded_name(tmp_path):
    arguments = ["-", "--stdin-filename", "build/train.py", "--force-exclude", "--output-format", "json"]
    assert fsdp_lint(*arguments, cwd=tmp_path, stdin=LOST_NAMES.encode()) == (0, "[]\n", "")


def test_standard_input_without_findings(tmp_path):
    assert fsdp_lint("-", cwd=tmp_path, stdin=KEPT_NAMES.encode()) == (0, "All checks passed!\n", "")


def test_standard_input_stands_alone(tmp_path):
    result = fsdp_lint("-", "train.py", cwd=tmp_path)
    assert result.status == 2
    assert "`-` stands alone" in result.err


def test_a_closed_standard_output_is_no_fault(tmp_path):
    (tmp_path / "plain.py").write_text("x = 1\n")
    command = f"{sys.executable} -m fsdp_lint plain.py >&- 2>err"
    assert subprocess.run(["sh", "-c", command], cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "err").read_text() == ""


def test_a_current_folder_that_is_gone_is_told(tmp_path):
    (tmp_path / "gone").mkdir()
    command = f"cd gone && rmdir ../gone && {sys.executable} -m fsdp_lint . 2>../err"
    assert subprocess.run(["sh", "-c", command], cwd=tmp_path, check=False).returncode == 2
    text = (tmp_path / "err").read_text()
    assert text == "fsdp-lint: the current folder cannot be used: no such file or directory\n"
