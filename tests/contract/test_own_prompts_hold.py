"""The prompts that ship with Remit pass its own gate, as those of the sample project do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

PROVES = ("P6", "G3", "G4")


@pytest.mark.parametrize("folder", [ROOT, ROOT / "examples/bot"], ids=["own", "sample"])
def test_the_gate_passes(folder: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("remit"), "gate"],
        cwd=folder,
        env={"HOME": str(tmp_path), "PATH": os.defpath},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert 0 == done.returncode, done.stdout + done.stderr
