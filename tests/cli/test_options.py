from __future__ import annotations

import json

import pytest

import fsdp_lint as package
from tests.cli.command import KEPT_NAMES, LOST_NAMES, concise, fsdp_lint


@pytest.fixture
def project(tmp_path):
    (tmp_path / "train.py").write_text(LOST_NAMES)
    (tmp_path / "evaluate.py").write_text(KEPT_NAMES)
    return tmp_path


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--select", "FSDP001"], 1),
        (["--select", "FSDP00"], 1),
        (["--select", "fsdp"], 1),
        (["--select", "FSDP002"], 0),
        (["--select", "FSDP002", "--extend-select", "FSDP003,FSDP001"], 1),
        (["--ignore", "FSDP001"], 0),
        (["--ignore", "FSDP00"], 0),
        (["--ignore", "FSDP", "--select", "FSDP001"], 1),
        (["--ignore", "FSDP001", "--select", "FSDP"], 0),
    ],
)
def test_the_longer_prefix_decides(project, options, count):
    assert len(concise(*options, cwd=project)) == count


def test_a_file_that_cannot_be_read_is_told_whatever_is_selected(project):
    (project / "train.py").write_text("def")
    assert len(concise("--select", "FSDP004", "train.py", cwd=project)) == 1
    assert concise("--ignore", "FSDP000", "train.py", cwd=project) == []


def test_an_unknown_code_is_told(project):
    result = fsdp_lint("--select", "FSDP01", cwd=project)
    assert (result.status, result.err) == (
        2,
        "fsdp-lint: --select: unknown rule code 'FSDP01' (did you mean 'FSDP001'?)\n",
    )


def test_statistics(project):
    result = fsdp_lint("--statistics", cwd=project)
    assert (result.status, result.out) == (1, "1  FSDP001  groups-by-lost-name\n")


def test_statistics_as_json(project):
    result = fsdp_lint("--statistics", "--output-format", "json", cwd=project)
    assert json.loads(result.out) == [{"code": "FSDP001", "name": "groups-by-lost-name", "count": 1}]


def test_show_files(project):
    assert fsdp_lint("--show-files", cwd=project) == (0, "evaluate.py\ntrain.py\n", "")


def test_quiet_leaves_the_closing_line_out(project):
    assert fsdp_lint("--quiet", "evaluate.py", cwd=project) == (0, "", "")


def test_verbose_tells_what_was_read(project):
    assert "2 files found, 2 mention a wrapper and were analysed" in fsdp_lint("-v", cwd=project).err


def test_version(project):
    assert fsdp_lint("--version", cwd=project) == (0, f"fsdp-lint {package.__version__}\n", "")


def test_explain_tells_a_rule_whole(project):
    result = fsdp_lint("--explain", "fsdp001", cwd=project)
    assert result.status == 0
    assert result.out.startswith("FSDP001 groups-by-lost-name (error)\n\n")
    assert "\nWrong:\n\n    import torch\n" in result.out
    assert result.out.endswith("\nhttps://fsdp-lint.readthedocs.io/rules/FSDP001\n")


def test_explain_does_not_know_every_code(project):
    result = fsdp_lint("--explain", "E501", cwd=project)
    assert (result.status, result.err) == (2, "fsdp-lint: --explain: unknown rule code 'E501'\n")


def test_list_rules_has_a_line_for_each(project):
    lines = fsdp_lint("--list-rules", cwd=project).out.splitlines()
    assert [line.split()[0] for line in lines] == [f"FSDP00{number}" for number in range(9)]


def test_no_cache_is_accepted(project):
    assert fsdp_lint("--no-cache", "evaluate.py", cwd=project).status == 0


def test_exclude_patterns(project):
    assert fsdp_lint("--extend-exclude", "tr*.py", "--show-files", cwd=project).out == "evaluate.py\n"


def test_a_given_file_is_linted_although_it_is_excluded(project):
    assert len(concise("--exclude", "train.py", "train.py", cwd=project)) == 1
    assert concise("--exclude", "train.py", "--force-exclude", "train.py", cwd=project) == []


def test_a_file_given_twice_is_linted_once(project):
    assert len(concise("train.py", ".", "./train.py", str(project / "train.py"), cwd=project)) == 1


def test_github_annotations(project):
    result = fsdp_lint("--output-format", "github", "train.py", cwd=project)
    assert result.out.startswith(f"::error title=fsdp-lint (FSDP001),file={project}/train.py,line=7,endLine=7,col=32,")
    assert result.out.count("\n") == 1
