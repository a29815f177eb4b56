from __future__ import annotations

from tests.cli.command import KEPT_NAMES, LOST_NAMES, fsdp_lint


def test_nothing_found_is_0(tmp_path):
    (tmp_path / "train.py").write_text(KEPT_NAMES)
    assert fsdp_lint("train.py", cwd=tmp_path) == (0, "All checks passed!\n", "")


def test_a_finding_is_1(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    result = fsdp_lint("train.py", cwd=tmp_path)
    assert (result.status, result.err) == (1, "")
    assert result.out.startswith("FSDP001 error: ")
    assert result.out.endswith("\nFound 1 error.\n[*] 1 fixable with the `--fix` option.\n")


def test_a_finding_with_exit_zero_is_0(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    result = fsdp_lint("--exit-zero", "train.py", cwd=tmp_path)
    assert (result.status, result.out[:7]) == (0, "FSDP001")


def test_a_missing_path_is_2_and_the_others_are_linted(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    result = fsdp_lint("nowhere.py", "train.py", "--output-format", "concise", cwd=tmp_path)
    assert (result.status, result.err) == (2, "fsdp-lint: nowhere.py: no such file or folder\n")
    assert result.out.startswith("train.py:7:")


def test_a_missing_path_is_2_even_with_exit_zero(tmp_path):
    assert fsdp_lint("--exit-zero", "nowhere.py", cwd=tmp_path).status == 2


def test_an_unknown_option_is_2(tmp_path):
    result = fsdp_lint("--slect", "FSDP001", cwd=tmp_path)
    assert (result.status, result.out) == (2, "")
    assert "No such option" in result.err


def test_an_empty_folder_is_0(tmp_path):
    assert fsdp_lint(cwd=tmp_path) == (0, "All checks passed!\n", "")


def test_the_current_folder_is_the_default(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "train.py").write_text(LOST_NAMES)
    result = fsdp_lint("--output-format", "concise", cwd=tmp_path)
    assert (result.status, result.out[:15]) == (1, "sub/train.py:7:")
