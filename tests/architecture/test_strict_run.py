"""A run of the tests itself: what it skips, and what its closing line says; it must not know what they test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SKIPS = {
    "mark": "import pytest\n@pytest.mark.skip(reason='no kernel')\ndef test_a(): pass\n",
    "call": "import pytest\ndef test_a(): pytest.skip('no kernel')\n",
    "fixture": "import pytest\n@pytest.fixture\ndef f(): pytest.skip('no kernel')\ndef test_a(f): pass\n",
    "module": "import pytest\npytest.skip('no kernel', allow_module_level=True)\n",
}


def run(folder: Path, *arguments: str, strict: bool) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text((ROOT / "tests/conftest.py").read_text())
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -rsfE\nmarkers = soak\n")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("REMIT_", "PYTEST_", "COV"))
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=environment | ({"REMIT_STRICT": "1"} if strict else {}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("how", "workers"),
    [("mark", ()), ("call", ()), ("fixture", ()), ("module", ()), ("mark", ("-n", "1")), ("module", ("-n", "1"))],
)
def test_a_skip_fails_a_strict_run_with_its_reason(tmp_path: Path, how: str, workers: tuple[str, ...]) -> None:
    (tmp_path / "test_it.py").write_text(SKIPS[how])

    found = run(tmp_path, *workers, strict=True)

    assert found.returncode != 0
    assert "no kernel (REMIT_STRICT=1 counts a skip as a failure)" in found.stdout
    assert "skipped" not in found.stdout.splitlines()[-1]


def test_a_skip_is_named_with_its_reason_in_a_run_that_is_not_strict(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SKIPS["mark"] + "def test_b(): pass\n")

    found = run(tmp_path, strict=False)

    assert found.returncode == 0
    assert "SKIPPED [1] test_it.py:2: no kernel" in found.stdout
    assert "1 passed, 1 skipped" in found.stdout.splitlines()[-1]


def test_an_expected_failure_is_no_skip(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import pytest\n@pytest.mark.xfail\ndef test_a(): assert 0\n")

    found = run(tmp_path, strict=True)

    assert found.returncode == 0
    assert "1 xfailed" in found.stdout.splitlines()[-1]


def test_low_coverage_shows_in_the_closing_line(tmp_path: Path) -> None:
    (tmp_path / "it.py").write_text("def a():\n    return 1\n\ndef b():\n    return 2\n    return 3\n")
    (tmp_path / "test_it.py").write_text("import it\ndef test_a(): assert it.a() == 1\n")

    found = run(tmp_path, "--cov=it", "--cov-fail-under=90", strict=False)

    assert found.returncode == 1
    assert "1 failed, 1 passed" in found.stdout.splitlines()[-1]


def test_the_seed_in_the_header_is_the_one_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_a(): pass\n")

    found = run(tmp_path, "--hypothesis-seed=7", strict=False)

    assert "--hypothesis-seed=7" in found.stdout


def test_one_seed_reaches_every_worker(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "from hypothesis import core\ndef test_a(pytestconfig):\n"
        "    assert str(core.global_force_seed) == pytestconfig.option.hypothesis_seed\n"
    )

    assert run(tmp_path, "-n", "2", strict=False).returncode == 0


def test_a_soak_runs_only_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n@pytest.mark.soak\ndef test_long(): pass\ndef test_short(): pass\n"
    )

    without, alone = (run(tmp_path, "-v", *how, strict=False) for how in ((), ("--soak",)))

    assert "test_short PASSED" in without.stdout
    assert "test_long" not in without.stdout
    assert "test_long PASSED" in alone.stdout
    assert "test_short" not in alone.stdout
