"""Who may import whom, and that a breach is seen; it must not know what the units do."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, SOURCE, units

# The floors of the house by what they may do: these reach neither machine, clock nor chance.
PURE = frozenset(
    {"adapt", "assemble", "insight", "judge", "markup", "model", "paths", "replies", "report", "sanitize"}
)  # fmt: skip

BREACHES = {
    "upward": ("markup/breach.py", "import remit.model\n", "imports go down only"),
    "sideways": ("judge/breach.py", "import remit.assemble\n", "imports go down only"),
    "undeclared unit": ("drawer.py", "", "imports go down only"),
    "circle": ("model/breach.py", "import remit.model.breach_2\n", "nothing inside a unit goes round in a circle"),
    "impure": ("model/breach.py", "import os.path\n", "pure units reach neither machine, clock nor chance"),
    "second owner": ("judge/breach.py", "from subprocess import run\n", "what only one unit may import"),
    "foreign edge": ("api/breach.py", "import click\n", "what only one unit may import"),
}


LINT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from importlinter import cli; cli.lint_imports_command()"


def lint_imports(source: Path) -> subprocess.CompletedProcess[str]:
    """Judges the package below `source`, whatever is installed."""
    return subprocess.run(
        [
            *(sys.executable, "-I", "-c", LINT, str(source)),
            *("--no-cache", "--config", str(ROOT / "pyproject.toml")),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def contracts() -> dict[str, dict[str, list[str]]]:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return {contract["name"]: contract for contract in config["tool"]["importlinter"]["contracts"]}


def test_every_contract_is_kept() -> None:
    found = lint_imports(SOURCE.parent)

    assert found.returncode == 0, found.stdout + found.stderr
    assert f"Contracts: {len(contracts())} kept, 0 broken." in found.stdout


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_breaks_its_contract(tmp_path: Path, breach: str) -> None:
    path, text, contract = BREACHES[breach]
    shutil.copytree(SOURCE, tmp_path / "remit", ignore=shutil.ignore_patterns("__pycache__"))
    module = tmp_path / "remit" / path
    for name in ("judge", "assemble", "api"):
        (tmp_path / "remit" / name).mkdir(exist_ok=True)
        (tmp_path / "remit" / name / "__init__.py").touch()
    module.write_text(text)
    if breach == "circle":
        module.with_name("breach_2.py").write_text("import remit.model.breach\n")

    found = lint_imports(tmp_path)

    assert found.returncode == 1, found.stdout + found.stderr
    assert f"{contract} BROKEN" in found.stdout


def test_every_pure_unit_stands_in_the_contract_of_the_pure() -> None:
    listed = contracts()["pure units reach neither machine, clock nor chance"]["source_modules"]

    assert {f"remit.{unit}" for unit in units() & PURE} == set(listed)
