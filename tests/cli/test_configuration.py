from __future__ import annotations

import pytest

from tests.cli.command import LOST_NAMES, OPTIMIZER_FIRST, concise, fsdp_lint


@pytest.fixture
def project(tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "train.py").write_text(LOST_NAMES)
    return tmp_path


def configure(project, text, name="pyproject.toml"):
    (project / name).write_text("[tool.fsdp-lint]\n" + text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('ignore = ["FSDP001"]', 0),
        ('select = ["FSDP002"]', 0),
        ('select = ["FSDP002"]\nextend-select = ["FSDP001"]', 1),
        ('exclude = ["src"]', 0),
        ('extend-exclude = ["src/*.py"]', 0),
        ('extend-exclude = ["other/*.py"]', 1),
        ('per-file-ignores = { "train.py" = ["FSDP001"] }', 0),
        ('per-file-ignores = { "src/**" = ["FSDP"] }', 0),
        ('per-file-ignores = { "!src/**" = ["FSDP"] }', 1),
        ('per-file-ignores = { "tests/*" = ["FSDP001"] }', 1),
    ],
)
def test_settings_of_the_nearest_pyproject(project, text, count):
    configure(project, text)
    assert len(concise(".", cwd=project)) == count


def test_the_file_is_found_from_a_subfolder(project):
    configure(project, 'ignore = ["FSDP001"]')
    assert concise("train.py", cwd=project / "src") == []


def test_a_pyproject_without_our_section_is_passed_over(project):
    configure(project, 'ignore = ["FSDP001"]')
    (project / "src" / "pyproject.toml").write_text("[tool.other]\n# fsdp-lint\n")
    assert concise("train.py", cwd=project / "src") == []


def test_the_nearest_file_above_all_paths_counts(project):
    configure(project, "")
    configure(project / "src", 'ignore = ["FSDP001"]')
    (project / "other.py").write_text("")
    assert concise("src", cwd=project) == []
    assert len(concise("src", "other.py", cwd=project)) == 1


def test_the_output_format_can_be_set(project):
    configure(project, 'output-format = "concise"')
    assert fsdp_lint("src", cwd=project).out.startswith("src/train.py:7:32: FSDP001 ")


def test_force_exclude_can_be_set(project):
    configure(project, 'force-exclude = true\nextend-exclude = ["src"]')
    assert concise("src/train.py", cwd=project) == []


@pytest.mark.parametrize(
    ("text", "options", "fixed"),
    [
        ("fix = true", [], 1),
        ("fix = false", [], 0),
        ("fix = false", ["--fix"], 1),
        ("fix = true", ["--no-fix"], 0),
        ("fix = true", ["--diff"], 0),
        ("fix = true", ["--isolated"], 0),
        ("unsafe-fixes = true", [], 0),
    ],
)
def test_fixing_can_be_set(project, text, options, fixed):
    configure(project, text)
    result = fsdp_lint("src", *options, cwd=project)
    assert ("flatten_parameters=False" in (project / "src" / "train.py").read_text()) == bool(fixed)
    assert result.status == 1 - fixed


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        ("fix = true", [], 1),
        ("fix = true\nunsafe-fixes = true", [], 0),
        ("fix = true\nunsafe-fixes = true", ["--no-unsafe-fixes"], 1),
        ("fix = true\nunsafe-fixes = false", ["--unsafe-fixes"], 0),
        ("unsafe-fixes = true", ["--fix"], 0),
    ],
)
def test_unsafe_fixes_can_be_set(project, text, options, status):
    configure(project, text)
    (project / "src" / "train.py").write_text(OPTIMIZER_FIRST)
    assert fsdp_lint("src", *options, cwd=project).status == status


def test_the_command_line_has_the_last_word(project):
    configure(project, 'select = ["FSDP002"]')
    assert len(concise("--select", "FSDP001", "src", cwd=project)) == 1


def test_isolated_reads_no_file(project):
    configure(project, 'ignore = ["FSDP001"]')
    assert len(concise("--isolated", "src", cwd=project)) == 1


def test_a_file_can_be_named(project):
    configure(project, 'ignore = ["FSDP001"]', "other.toml")
    assert concise("--config", "other.toml", "src", cwd=project) == []


def test_a_named_file_may_hold_the_keys_at_its_top(project):
    (project / "lint.toml").write_text('ignore = ["FSDP001"]\n')
    assert concise("--config", "lint.toml", "src", cwd=project) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('igore = ["FSDP001"]', "unknown key 'igore' in tool.fsdp-lint (did you mean 'ignore'?)"),
        ('ignore = "FSDP001"', "tool.fsdp-lint.ignore has to be a list of strings, not 'FSDP001'"),
        ("exclude = [1]", "tool.fsdp-lint.exclude has to be a list of strings, not [1]"),
        ("fix = 1", "tool.fsdp-lint.fix has to be true or false, not 1"),
        ('unsafe-fixes = "yes"', "tool.fsdp-lint.unsafe-fixes has to be true or false, not 'yes'"),
        ("force-exclude = 1", "tool.fsdp-lint.force-exclude has to be true or false, not 1"),
        (
            'output-format = "ful"',
            "tool.fsdp-lint.output-format has to be one of full, concise, json, github, "
            "not 'ful' (did you mean 'full'?)",
        ),
        ("per-file-ignores = true", "tool.fsdp-lint.per-file-ignores has to be a table of patterns, not true"),
        ('select = ["FSDP01"]', "tool.fsdp-lint.select: unknown rule code 'FSDP01' (did you mean 'FSDP001'?)"),
    ],
)
def test_a_wrong_setting_is_one_line_and_2(project, text, message):
    configure(project, text)
    result = fsdp_lint("src", cwd=project)
    assert (result.status, result.out, result.err) == (2, "", f"fsdp-lint: {project}/pyproject.toml: {message}\n")


def test_a_file_that_is_not_toml_is_one_line_and_2(project):
    configure(project, "ignore = [")
    result = fsdp_lint("src", cwd=project)
    assert result.status == 2
    assert result.err.startswith(f"fsdp-lint: {project}/pyproject.toml: this is not TOML: ")
    assert result.err.count("\n") == 1


def test_a_named_file_that_does_not_exist_is_one_line_and_2(project):
    result = fsdp_lint("--config", "gone.toml", "src", cwd=project)
    assert (result.status, result.err) == (2, "fsdp-lint: gone.toml: no such file or directory\n")


def test_config_and_isolated_contradict(project):
    assert fsdp_lint("--config", "x.toml", "--isolated", cwd=project).status == 2
