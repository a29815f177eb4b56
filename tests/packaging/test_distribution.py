"""What a user gets: the wheel, the source distribution and the package as it is imported."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

import fsdp_lint

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the wheel and the source distribution of this tree."""
    folder = tmp_path_factory.mktemp("dist")
    environment = folder / "build-environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    python = str(environment / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", "build"], check=True, timeout=300)
    subprocess.run([python, "-m", "build", "-o", str(folder), str(ROOT)], check=True, timeout=300, capture_output=True)
    return folder


def packaged():
    """Every file of the two packages that a checkout holds."""
    found = (path for name in ("fsdp_lint", "guard") for path in (ROOT / name).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


def test_the_wheel_holds_the_packages_and_nothing_else(built):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == packaged()


def test_the_wheel_holds_the_licence_and_the_command(built):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name.split("/", 1)[1] for name in archive.namelist() if ".dist-info/" in name}
        (entry_points,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert "fsdp-lint = fsdp_lint.__main__:main" in archive.read(entry_points).decode()
    assert "licenses/LICENSE" in names


def test_the_source_distribution_can_be_tested(built):
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        names = {name.split("/", 1)[1] for name in file.getnames()}
    wanted = {"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", "tests/packaging/readme.py"}
    assert names >= wanted | packaged()


def test_both_packages_are_typed():
    assert (ROOT / "fsdp_lint" / "py.typed").is_file()
    assert (ROOT / "guard" / "py.typed").is_file()


def test_the_version_is_that_of_the_distribution():
    assert distribution("fsdp-lint").version == fsdp_lint.__version__


@pytest.mark.parametrize("module", ["libcst", "click", "pathspec", "json", "tomllib", "torch", "pathlib"])
def test_importing_the_package_is_light(module):
    code = f"import sys, fsdp_lint; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("module", ["libcst", "pathspec", "json", "tomllib", "torch", "textwrap"])
def test_a_file_without_wrappers_needs_little(tmp_path, module):
    (tmp_path / "plain.py").write_text("x = 1\n")
    code = (
        "import sys; from fsdp_lint.cli import main; sys.argv[1:] = ['plain.py']\n"
        f"try: main()\nfinally: sys.stderr.write(str({module!r} in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("All checks passed!\n", "False")
