from __future__ import annotations

import pytest

from fsdp_lint import Configuration, lint
from tests.cli.command import LOST_NAMES


def test_lint_returns_the_findings_of_files_and_folders(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    (finding,) = lint([tmp_path])
    assert (finding.code, finding.severity, finding.span.filename) == ("FSDP001", "error", str(tmp_path / "train.py"))
    assert (finding.span.start.row, finding.span.start.column) == (7, 32)
    assert [related.span.start.row for related in finding.related][-1] == 9


def test_lint_takes_a_configuration(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    assert lint([str(tmp_path)], Configuration(ignore=("FSDP001",))) == []


def test_lint_reads_no_configuration_file(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    (tmp_path / "pyproject.toml").write_text('[tool.fsdp-lint]\nignore = ["FSDP001"]\n')
    assert len(lint([tmp_path])) == 1


def test_lint_honours_noqa(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES.replace("= FSDP(model)", "= FSDP(model)  # noqa: FSDP001"))
    assert lint([tmp_path]) == []


def test_a_file_that_does_not_parse_is_a_finding(tmp_path):
    (tmp_path / "bad.py").write_text("def")
    assert [finding.code for finding in lint([tmp_path / "bad.py"])] == ["FSDP000"]


def test_a_path_that_does_not_exist_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no such file or folder: .*gone\.py"):
        lint([tmp_path / "gone.py"])
