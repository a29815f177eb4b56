"""A command that is given again: its answer is known until something changes that it hangs on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import LOST_NAMES, fsdp_lint

PROJECT = Path(__file__).parents[1] / "several_files" / "package_reexport"
AN_HOUR_AGO = -3_600_000_000_000


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of several files, with one that has nothing to do with training, in which nothing changed lately."""
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder)
    (folder / "pyproject.toml").write_text("")
    (folder / "plain.py").write_text("import os\n\nprint(os.getcwd())\n")
    _age(folder)
    monkeypatch.chdir(folder)
    return folder


def _age(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.utime(path, ns=(path.stat().st_atime_ns + AN_HOUR_AGO, path.stat().st_mtime_ns + AN_HOUR_AGO))


ASK = "import json, sys; from fsdp_lint.cache import asking; print(json.dumps(asking.known(sys.argv[1:])))"


def _known(project: Path, cache: Path, *arguments: str) -> tuple[str, str, int] | None:
    """What is known of `fsdp-lint .`, asked by the same package that the command runs, installed or not."""
    command = [sys.executable, "-c", ASK, ".", "--cache-dir", str(cache), *arguments]
    done = subprocess.run(command, cwd=project, env={**os.environ}, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    return None if answer is None else tuple(answer)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder from which the command takes the package."""
    script = "import fsdp_lint, pathlib; print(pathlib.Path(fsdp_lint.__file__).parents[1])"
    command = [sys.executable, "-c", script]
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    done = subprocess.run(command, cwd=elsewhere, env={**os.environ}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _asked(project: Path, cache: Path) -> tuple[str, str, int]:
    result = fsdp_lint(".", "--cache-dir", str(cache), cwd=project)
    return result.out, result.err, result.status


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_nothing_is_known_at_first(project: Path, cache: Path) -> None:
    assert _known(project, cache) is None


def test_the_answer_is_known_the_second_time(project: Path, cache: Path) -> None:
    first = _asked(project, cache)
    assert first[2] == 1
    assert _known(project, cache) == first


def test_what_is_told_beside_the_answer_is_known_too(project: Path, cache: Path) -> None:
    (project / "long.py").write_text(LOST_NAMES + "x = 1\n" * 20_000)
    first = _asked(project, cache)
    assert first[1] == "fsdp-lint: long.py: too long to be followed to its end; what comes late in it may be missing\n"
    assert _known(project, cache) == first


def test_the_answer_is_given_without_the_rest_of_the_program(project: Path, cache: Path, installed: str) -> None:
    first = _asked(project, cache)
    script = (
        f"import sys; sys.argv[1:] = ['.', '--cache-dir', {str(cache)!r}]\n"
        "sys.modules['click'] = sys.modules['fsdp_lint.linting'] = None\n"
        "from fsdp_lint.__main__ import main; main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        cwd=project,
        env={**os.environ, "PYTHONPATH": installed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == first


def _touch(project: Path) -> None:
    os.utime(project / "plain.py")


def _comment(project: Path) -> None:
    with (project / "plain.py").open("a") as file:
        file.write("# nothing\n")


def _other_file(project: Path) -> None:
    (project / "notes.txt").write_text("import torch\n")


@pytest.mark.parametrize("change", [_touch, _comment, _other_file])
def test_what_changes_nothing_leaves_the_answer_known(
    project: Path, cache: Path, change: Callable[[Path], None]
) -> None:
    first = _asked(project, cache)
    change(project)
    assert _known(project, cache) == first
    assert _asked(project, cache) == first


def _changed_file(project: Path) -> None:
    path = next(iter(project.rglob("*optim*.py")), None) or next(iter(project.rglob("train*.py")))
    path.write_text(path.read_text() + "\n# changed\n")


def _relevant_file(project: Path) -> None:
    (project / "plain.py").write_text("from torch.nn.parallel import DistributedDataParallel\n")


def _new_file(project: Path) -> None:
    (project / "new.py").write_text("")


def _new_folder_with_file(project: Path) -> None:
    (project / "new").mkdir()
    (project / "new" / "new.py").write_text("")


def _removed_file(project: Path) -> None:
    (project / "plain.py").unlink()


def _configured(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.fsdp-lint]\nignore = ["FSDP001"]\n')


def _configured_above(project: Path) -> None:
    (project.parent / "pyproject.toml").write_text('[tool.fsdp-lint]\nignore = ["FSDP001"]\n')


def _ignored(project: Path) -> None:
    (project / ".gitignore").write_text("*.py\n")


@pytest.mark.parametrize(
    "change",
    [
        _changed_file,
        _relevant_file,
        _new_file,
        _new_folder_with_file,
        _removed_file,
        _configured,
        _configured_above,
        _ignored,
    ],
)
def test_the_answer_is_not_known_after(project: Path, cache: Path, change: Callable[[Path], None]) -> None:
    _asked(project, cache)
    change(project)
    assert _known(project, cache) is None
    assert _asked(project, cache)[0] == fsdp_lint(".", "--no-cache", cwd=project).out


def test_a_change_that_keeps_size_and_time_is_seen(project: Path, cache: Path) -> None:
    """Where the file system's clock does not tell two changes apart, the content does."""
    path = next(iter(project.rglob("train*.py")))
    text = path.read_text()
    path.write_text(text)
    times = path.stat()
    _asked(project, cache)
    path.write_text(text.replace("import", "imp0rt"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert _known(project, cache) is None


def test_other_options_are_another_question(project: Path, cache: Path) -> None:
    _asked(project, cache)
    assert _known(project, cache, "--ignore", "FSDP001") is None


@pytest.mark.parametrize("option", ["--no-cache", "--verbose", "--fix", "--diff", "--show-files"])
def test_what_does_more_than_to_tell_is_done_each_time(project: Path, cache: Path, option: str) -> None:
    fsdp_lint(".", "--cache-dir", str(cache), option, cwd=project)
    assert _known(project, cache, option) is None
