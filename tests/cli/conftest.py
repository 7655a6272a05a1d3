"""The fixtures of the command's tests: `run_remit` runs the installed command as a process of its own.

A run starts in the folder `project`, empty unless a test fills it, with a private HOME and no other environment.
`run_remit(…).must_match("name")` holds exit code, standard output and standard error to `snapshots/name.txt`;
`REMIT_UPDATE_SNAPSHOTS=1 pytest tests/cli` writes the snapshots anew, to be read as a diff.
"""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, Ran, RunRemit, environment


@pytest.fixture
def home(tmp_path: Path) -> Path:
    path = tmp_path / "home"
    path.mkdir()
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "project"
    path.mkdir()
    return path


@pytest.fixture
def run_remit(home: Path, project: Path) -> RunRemit:
    def run(
        *words: str | bytes,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Ran:
        done = subprocess.run(
            [COMMAND, *words],
            input=stdin,
            cwd=cwd or project,
            env=environment(home, env),
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Ran(words, cwd or project, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
