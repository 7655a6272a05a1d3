"""What a user installs: the wheel in an empty environment, with `src` out of reach; it must not know the units."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

import remit

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/remit"


class Installed(NamedTuple):
    """What was built, and the environment that holds nothing else."""

    sdist: Path
    wheel: Path
    commands: Path

    def run(self, command: str, *arguments: str, cwd: Path) -> str:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "REMIT_", "COV"))
        }
        done = subprocess.run(
            [self.commands / command, *arguments],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    built = tmp_path_factory.mktemp("built")
    environment = tmp_path_factory.mktemp("environment")
    # The wheel is made from the source distribution, which so proves to be whole.
    setup(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(built), str(ROOT))
    (sdist,), (wheel,) = built.glob("*.tar.gz"), built.glob("*.whl")
    venv.create(environment, with_pip=True)
    python = str(environment / "bin/python")
    setup(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(ROOT / "requirements/run.lock"))
    setup(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel))
    return Installed(sdist, wheel, environment / "bin")


def setup(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_holds_every_file_of_the_package(installed: Installed) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/remit"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    expected = {name.removeprefix("src/") for name in listed.stdout.splitlines() if (ROOT / name).is_file()}

    with zipfile.ZipFile(installed.wheel) as wheel:
        found = {name for name in wheel.namelist() if name.startswith("remit/")}

    assert expected == found
    assert {"remit/py.typed", "remit/templates/system/BASE-plan.md", "remit/pages/errors/TemplateNotFound.md"} <= found


def test_the_source_distribution_holds_what_its_tests_need(installed: Installed) -> None:
    with tarfile.open(installed.sdist) as sdist:
        found = {name.partition("/")[2] for name in sdist.getnames()}

    assert {"LICENSE", "Makefile", "README.md", "pyproject.toml", "requirements/dev.lock", "tests/conftest.py"} <= found


def test_the_package_is_imported_from_the_environment(installed: Installed, tmp_path: Path) -> None:
    found = installed.run("python", "-I", "-c", "import remit; print(remit.__file__)", cwd=tmp_path)

    assert Path(found.strip()).is_relative_to(installed.commands.parent)


def test_every_public_name_can_be_had(installed: Installed, tmp_path: Path) -> None:
    code = "import remit; print(*(name for name in remit.__all__ if getattr(remit, name, None) is not None))"

    assert remit.__all__ == installed.run("python", "-I", "-c", code, cwd=tmp_path).split()


def test_the_command_knows_its_version(installed: Installed, tmp_path: Path) -> None:
    assert remit.__version__ in installed.run("remit", "--version", cwd=tmp_path)


def test_the_command_renders_a_prompt_with_what_ships(installed: Installed, tmp_path: Path) -> None:
    words = ("render", "--agent", "claude", "--phase", "plan", "--request", "Add login")
    found = installed.run("remit", *words, cwd=tmp_path)

    assert "<instructions>Add login</instructions>" in found


def test_the_command_explains_an_error_with_what_ships(installed: Installed, tmp_path: Path) -> None:
    found = installed.run("remit", "explain", "TemplateNotFound", cwd=tmp_path)

    assert "TemplateNotFound" in found
