"""Lint, form and types of the whole tree, so that one closing line tells of them too; it must not know the rules."""

import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT


@pytest.mark.parametrize("command", ["ruff check --no-cache", "ruff format --check --no-cache", "mypy"])
def test_the_tree_passes(command: str) -> None:
    found = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )

    assert found.returncode == 0, found.stdout + found.stderr
