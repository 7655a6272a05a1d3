"""The command, the pytest plugin, the hook and the CI step give one verdict, on the sample project."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

PROVES = ("G7",)

EDGE = " If the issue is empty or not in English, return the label `unclear`."
BIN = Path(sys.executable).parent


def leave(_: Path) -> None:
    """Nothing is changed."""


def worsen(root: Path) -> None:
    path = root / "src/bot/triage.py"
    path.write_text(path.read_text().replace(EDGE, ""))


def expire(root: Path) -> None:
    path = root / "remit/overrides.toml"
    path.write_text(path.read_text().replace("2099-12-31", "2020-12-31"))


def add_unregistered(root: Path) -> None:
    (root / "src/bot/more.py").write_text(
        'def build_reply_prompt(name: str) -> str:\n    return f"Write a reply to {name} in two sentences of plain text."\n'
    )


def break_module(root: Path) -> None:
    (root / "src/bot/planning.py").write_text('raise RuntimeError("no")\n')


EXPECTED: dict[Callable[[Path], None], set[str]] = {
    leave: set(),
    worsen: {"triage-issue@crash", "triage-issue@empty"},
    expire: {"daily-report", "weekly-report"},
    add_unregistered: {"build_reply_prompt"},
    break_module: {"estimate-work", "plan-work"},
}
each_change = pytest.mark.parametrize("change", EXPECTED, ids=lambda change: change.__name__)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    root = tmp_path / "bot"
    shutil.copytree(ROOT / "examples/bot", root, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    run(root, "git init -q -b main && git add -A && git -c user.name=t -c user.email=t@t commit -qm base")
    run(root, "git update-ref refs/remotes/origin/main HEAD")
    return root


def run(root: Path, line: str) -> subprocess.CompletedProcess[str]:
    environment = {"HOME": str(root.parent), "PATH": f"{BIN}{os.pathsep}{os.defpath}", "GITHUB_BASE_REF": "main"}
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=root, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def hook_line() -> str:
    (entry,) = re.findall(r"^  entry: (remit gate.*)$", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.MULTILINE)
    return str(entry)


def step_line() -> str:
    (step,) = re.findall(r"^- run: (remit gate .+)$", (ROOT / "docs/adopting.md").read_text(), re.MULTILINE)
    return str(step)


@each_change
def test_every_edge_gives_the_same_verdict(sample: Path, change: Callable[[Path], None]) -> None:
    change(sample)
    expected = EXPECTED[change]

    command = run(sample, "remit gate --json")
    plugin = run(sample, "python -m pytest --remit -q -rf -p no:cacheprovider --import-mode=importlib -W error")
    hook = run(sample, hook_line())
    step = run(sample, step_line())

    code = 1 if expected else 0
    assert [code] * 4 == [command.returncode, plugin.returncode, hook.returncode, step.returncode], (
        plugin.stdout + plugin.stderr
    )
    assert expected == {problem["prompt"] for problem in json.loads(command.stdout)["problems"]}
    assert expected == set(re.findall(r"^FAILED remit::(\S+)", plugin.stdout, re.MULTILINE)) - {"-"}
    assert expected == {name for name in expected if re.search(rf"^{re.escape(name)}: ", hook.stdout, re.MULTILINE)}
    assert expected == set(re.findall(r"^::error [^\n]*title=(\S+?)%3A ", step.stdout, re.MULTILINE))


def test_the_hook_that_init_writes_and_the_one_of_the_page_are_the_one_that_ships(sample: Path) -> None:
    (sample / ".pre-commit-config.yaml").unlink(missing_ok=True)
    run(sample, "remit init --yes")

    written = (sample / ".pre-commit-config.yaml").read_text()

    assert f"entry: {hook_line()}\n" in written
    assert written in (ROOT / "docs/adopting.md").read_text()
    assert step_line() in (sample / ".github/workflows/remit.yml").read_text()
