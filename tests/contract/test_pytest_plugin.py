"""`pytest --remit` in sessions of its own: alone, with workers, unused; it must not know how the gate decides."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROVES = ("G7",)

CODE = """
from remit import prompt

@prompt("good")
def good(): return "Write one sentence."

@prompt("bad")
def bad(): return "Write one sentence."
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "bot.py").write_text(CODE)
    (tmp_path / "test_own.py").write_text("def test_own(): pass\n")
    python(tmp_path, "-c", "from remit.cli import main; main()", "baseline", "update")
    (tmp_path / "bot.py").write_text(CODE.replace('bad(): return "Write one', 'bad(): return "Write two'))
    return tmp_path


def python(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=root,
        env={"HOME": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return python(root, "-m", "pytest", "-p", "no:cacheprovider", *words)


def last_line(found: subprocess.CompletedProcess[str]) -> str:
    """Pytest's closing line, without its rules and the time."""
    return found.stdout.splitlines()[-1].strip("= ").rpartition(" in ")[0]


def test_each_prompt_is_a_test_beside_the_projects_own(project: Path) -> None:
    found = run(project, "--remit", "-v")

    assert ["test_own.py::test_own PASSED", "remit::bad FAILED", "remit::good PASSED"] == re.findall(
        r"^(\S+ (?:PASSED|FAILED))", found.stdout, re.MULTILINE
    )
    assert (
        "bad: the rendered prompt changed and the baseline did not\n  - Write one sentence.\n  + Write two sentence."
        in found.stdout
    )
    assert 1 == found.returncode


def test_workers_share_one_verdict(project: Path) -> None:
    found = run(project, "--remit", "-n", "2")

    assert (1, "1 failed, 2 passed") == (found.returncode, last_line(found))


def test_prompts_can_be_chosen_as_tests_are(project: Path) -> None:
    assert 0 == run(project, "--remit", "-k", "good").returncode


def test_without_the_option_nothing_of_remit_is_loaded(project: Path) -> None:
    (project / "test_own.py").write_text(
        "import sys\ndef test_own():\n"
        "    assert {name for name in sys.modules if name.startswith('remit')} <= {'remit', 'remit.pytest_plugin'}\n"
    )

    found = run(project)

    assert (0, "1 passed") == (found.returncode, last_line(found))


def test_without_a_baseline_the_session_says_what_makes_one(tmp_path: Path) -> None:
    found = run(tmp_path, "--remit")

    assert 4 == found.returncode
    assert "remit baseline update makes it" in found.stderr
