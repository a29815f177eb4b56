"""`--fix`, `--diff` and `--unsafe-fixes` on the command line."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fsdp_lint.configuration import Configuration
from fsdp_lint.fixes import writing
from fsdp_lint.fixing import fix_files
from fsdp_lint.linting import files, lint_files
from tests.cli.command import fsdp_lint
from tests.fixes.project import contents, copied, run

FOLDER = Path(__file__).parent
SIMPLE = FOLDER / "missing_in_one_line"
BEFORE = (SIMPLE / "before" / "train.py").read_bytes()
AFTER = (SIMPLE / "after" / "train.py").read_bytes()
DIFF = """\
--- train.py
+++ train.py
@@ -3,7 +3,7 @@
 
 
 def build(model):
-    model = FSDP(model, mixed_precision=True)  # in half precision
+    model = FSDP(model, mixed_precision=True, flatten_parameters=False)  # in half precision
     attention = [p for n, p in model.named_parameters() if "self_attn" in n]
     rest = [p for n, p in model.named_parameters() if "self_attn" not in n]
     return torch.optim.AdamW([{"params": attention, "lr": 1e-4}, {"params": rest, "lr": 2e-5}])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copied(SIMPLE / "before", tmp_path)


def test_a_diff_is_shown_and_nothing_is_written(folder: Path) -> None:
    before = contents(folder)
    result = fsdp_lint("--diff", cwd=folder)
    assert result == (1, DIFF, "fsdp-lint: 1 finding would be fixed\n")
    assert fsdp_lint("--diff", "--fix", "-q", cwd=folder) == (1, DIFF, "")
    assert contents(folder) == before


def test_a_diff_with_exit_zero_is_no_failure(folder: Path) -> None:
    assert run(folder, "--diff", "-q", "--exit-zero") == (0, DIFF)


def test_a_diff_of_nothing_is_empty_and_no_failure(folder: Path) -> None:
    (folder / "train.py").write_bytes(AFTER)
    assert fsdp_lint("--diff", cwd=folder) == (0, "", "fsdp-lint: no findings would be fixed\n")


def test_a_diff_says_where_a_file_has_no_final_line_end() -> None:
    said = run(FOLDER / "no_final_newline" / "before", "--diff", "-q")
    assert said.output.endswith(', "lr": 2e-5}])\n\\ No newline at end of file\n')


def test_a_diff_of_a_notebook_is_one_of_its_cells() -> None:
    said = run(FOLDER / "notebook" / "before", "--diff", "-q")
    assert said.output.startswith("--- train.ipynb:cell 3\n+++ train.ipynb:cell 3\n@@ ")
    assert "\n-        mixed_precision=True\n+        mixed_precision=True,\n+        flatten_parameters=False\n" in (
        said.output
    )


def test_a_diff_has_the_fixes_that_were_asked_for() -> None:
    folder = FOLDER / "unsafe_constant" / "before"
    assert run(folder, "--diff", "-q") == (0, "")
    assert "\n-DEBUG = False\n+DEBUG = True\n" in run(folder, "--diff", "-q", "--unsafe-fixes").output


def test_standard_input_comes_out_fixed(tmp_path: Path) -> None:
    result = fsdp_lint("--fix", "--stdin-filename", "train.py", "-", cwd=tmp_path, stdin=BEFORE)
    assert result == (0, AFTER.decode(), "Found 1 finding (1 fixed, 0 remaining).\n")
    result = fsdp_lint("--fix", "-", cwd=tmp_path, stdin=AFTER)
    assert result == (0, AFTER.decode(), "All checks passed!\n")


@pytest.mark.parametrize("name", ["crlf", "mixed_line_ends", "latin_1", "byte_order_mark", "no_final_newline"])
def test_standard_input_comes_out_byte_for_byte(name: str, tmp_path: Path) -> None:
    before, after = ((FOLDER / name / when / "train.py").read_bytes() for when in ("before", "after"))
    command = [sys.executable, "-m", "fsdp_lint", "--fix", "-q", "-"]
    done = subprocess.run(command, cwd=tmp_path, input=before, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (after, b"")


def test_standard_input_is_never_mended_in_another_file(tmp_path: Path) -> None:
    copy = copied(FOLDER / "given_in_another_file" / "before", tmp_path)
    before = contents(copy)
    text = (copy / "shop" / "train.py").read_bytes()
    result = fsdp_lint("--fix", "--stdin-filename", "shop/train.py", "-", cwd=copy, stdin=text)
    assert result.status == 1
    assert result.out == text.decode()
    assert "shop/settings.py would have to be changed, and that is not standard input" in result.err
    assert contents(copy) == before


def test_the_diff_of_standard_input(tmp_path: Path) -> None:
    result = fsdp_lint("--diff", "-q", "--stdin-filename", "train.py", "-", cwd=tmp_path, stdin=BEFORE)
    assert result == (1, DIFF, "")


def test_only_findings_that_are_reported_are_fixed(folder: Path) -> None:
    assert run(folder, "--fix", "--ignore", "FSDP001") == (0, "All checks passed!\n")
    assert (folder / "train.py").read_bytes() == BEFORE


def test_a_rule_that_is_not_reported_still_keeps_a_fix_from_being_made(tmp_path: Path) -> None:
    copy = copied(FOLDER / "refused_shapes_behind_names" / "before", tmp_path)
    said = run(copy, "--fix", "--select", "FSDP001", "--output-format", "concise")
    assert "FSDP001 is not fixed: FSDP002 would come instead, at train.py:7:28" in said.output
    assert contents(copy / ".") == contents(copied(FOLDER / "refused_shapes_behind_names" / "after", tmp_path / "b"))


def test_what_remains_is_shown_and_fails(tmp_path: Path) -> None:
    copy = copied(SIMPLE / "before", tmp_path)
    shapes = (FOLDER / "refused_shapes_behind_names" / "before" / "train.py").read_text()
    (copy / "other.py").write_text(shapes)
    said = run(copy, "--fix", "--output-format", "concise")
    assert said.status == 1
    assert said.output.endswith("\nFound 2 findings (1 fixed, 1 remaining).\n")
    assert (copy / "train.py").read_bytes() == AFTER
    assert (copy / "other.py").read_text() == shapes
    assert run(copy, "--fix", "--exit-zero").status == 0


def test_json_has_the_edits(folder: Path) -> None:
    (found,) = json.loads(fsdp_lint("--output-format", "json", cwd=folder).out)
    assert found["fix"] == {
        "applicability": "safe",
        "message": "pass flatten_parameters=False to FSDP",
        "edits": [
            {
                "content": ", flatten_parameters=False",
                "filename": "train.py",
                "location": {"row": 6, "column": 45},
                "end_location": {"row": 6, "column": 45},
                "cell": None,
            }
        ],
    }
    assert found["fix"]["message"] in found["help"]


def test_full_says_which_help_is_fixable(folder: Path) -> None:
    assert "= help: pass flatten_parameters=False to FSDP [fixable with --fix]\n" in run(folder).output
    unsafe = FOLDER / "unsafe_constant" / "before"
    assert "= help: pass use_orig_params=True to FSDP [fixable with --unsafe-fixes]\n" in run(unsafe).output
    assert "= help: pass use_orig_params=True to FSDP [fixable with --fix]\n" in run(unsafe, "--unsafe-fixes").output


def test_the_closing_line_counts_what_is_fixable(folder: Path) -> None:
    def last(*arguments: str, cwd: Path) -> str:
        return run(cwd, "--output-format", "concise", *arguments).output.splitlines()[-1]

    assert last(cwd=folder) == "[*] 1 fixable with the `--fix` option."
    unsafe = (FOLDER / "unsafe_constant" / "before" / "train.py").read_bytes()
    (folder / "unsafe.py").write_bytes(unsafe)
    assert last(cwd=folder) == (
        "[*] 1 fixable with the `--fix` option (1 hidden fix can be enabled with the `--unsafe-fixes` option)."
    )
    assert last("--unsafe-fixes", cwd=folder) == "[*] 2 fixable with the `--fix` option."


def test_the_mode_of_a_file_is_kept(folder: Path) -> None:
    path = folder / "train.py"
    path.chmod(0o751)
    run(folder, "--fix")
    assert path.read_bytes() == AFTER
    assert stat.S_IMODE(path.stat().st_mode) == 0o751
    assert sorted(os.listdir(folder)) == ["pyproject.toml", "train.py"]


def test_a_link_stays_a_link_and_its_target_is_fixed(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "train.py").rename(folder / "elsewhere" / "real.txt")
    (folder / "train.py").symlink_to(Path("elsewhere") / "real.txt")
    run(folder, "--fix", "train.py")
    assert (folder / "train.py").is_symlink()
    assert (folder / "elsewhere" / "real.txt").read_bytes() == AFTER


def test_a_file_that_changed_meanwhile_is_left_alone(folder: Path) -> None:
    path = folder / "train.py"
    path.write_bytes(b"# somebody else was here\n")
    with pytest.raises(writing.CannotWriteError, match=r"train\.py: has changed since it was read"):
        writing.write({str(path): BEFORE}, {str(path): AFTER})
    assert path.read_bytes() == b"# somebody else was here\n"


def test_of_several_files_none_is_written_if_one_has_changed(folder: Path) -> None:
    first, second = folder / "a.py", folder / "b.py"
    first.write_bytes(b"a\n")
    second.write_bytes(b"changed\n")
    before, after = {str(first): b"a\n", str(second): b"b\n"}, {str(first): b"A\n", str(second): b"B\n"}
    with pytest.raises(writing.CannotWriteError):
        writing.write(before, after)
    assert (first.read_bytes(), second.read_bytes()) == (b"a\n", b"changed\n")


def test_a_file_that_cannot_be_written_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", denied)
    said = run(folder, "--fix", "--output-format", "concise")
    assert said.status == 2
    assert said.output.startswith("fsdp-lint: train.py: could not be written: permission denied\ntrain.py:7:32: FSDP001")
    assert (folder / "train.py").read_bytes() == BEFORE
    assert sorted(os.listdir(folder)) == ["pyproject.toml", "train.py"]


def test_a_file_that_changed_after_it_was_linted_is_not_fixed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    configuration = Configuration()
    discovery = files(["train.py"], configuration)
    outcome = lint_files(discovery, configuration)
    (folder / "train.py").write_bytes(b"# a line more\n" + BEFORE)
    mended = fix_files(outcome, discovery, configuration, unsafe=False)
    assert (mended.after, mended.fixed) == ({}, 0)
    assert [one.reason for one in mended.refused] == ["train.py has changed since it was read"]
    (folder / "train.py").unlink()
    assert fix_files(outcome, discovery, configuration, unsafe=False).after == {}


def test_one_refused_fix_does_not_keep_others_from_being_made(tmp_path: Path) -> None:
    copy = tmp_path / "project"
    copy.mkdir()
    (copy / "pyproject.toml").touch()
    names = ["exact_names", "modules", "refused_shapes_behind_names", "clipping", "freezing", "marks"]
    for name in names:
        (copy / f"{name}.py").write_bytes((FOLDER / name / "before" / "train.py").read_bytes())
    said = run(copy, "--fix", "--output-format", "concise")
    assert said.output.endswith("Found 6 findings (5 fixed, 1 remaining).\n")
    for name in names:
        assert (copy / f"{name}.py").read_bytes() == (FOLDER / name / "after" / "train.py").read_bytes()


def test_fixes_are_not_loaded_where_there_is_nothing_to_fix(folder: Path) -> None:
    (folder / "train.py").write_bytes(AFTER)
    program = (
        "import sys\n"
        "from fsdp_lint.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit:\n    print([name for name in sys.modules if 'fixes' in name or 'fixing' in name])\n"
    )
    done = subprocess.run([sys.executable, "-c", program, "-q"], cwd=folder, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
