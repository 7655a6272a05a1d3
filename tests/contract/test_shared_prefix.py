"""What two tasks' prompts share from their start, for each shipped template: that much a provider's prefix cache can keep."""

from pathlib import Path

import pytest

from remit.api.render import RegionFile, render
from remit.model.phase import AGENTS, PHASES

PROVES = ("P2",)

# In whole percent of the smaller prompt's bytes, for tasks whose context is some 2 KB each.
SHARED = {
    "plan": {"GEMINI": 84, "CLAUDE": 85, "CODEX": 84, "BASE": 84},
    "challenge": {"GEMINI": 75, "CLAUDE": 77, "CODEX": 76, "BASE": 75},
    "implement": {"GEMINI": 76, "CLAUDE": 76, "CODEX": 75, "BASE": 76},
    "review": {"GEMINI": 75, "CLAUDE": 77, "CODEX": 75, "BASE": 75},
    "archive": {"GEMINI": 74, "CLAUDE": 74, "CODEX": 73, "BASE": 72},
}


def _prompt(root: Path, agent: str, phase: str, task: str) -> bytes:
    (root / "spec.md").write_text(
        f"# Spec\n\nThe {task} keeps its own rules.\n" + "It is described at some length here. " * 40
    )
    (root / "issue.md").write_text(f"The {task} fails.\n" + "It was seen twice. " * 20)
    files = (
        RegionFile("artifact", str(root / "spec.md"), f"specs/{task}.md"),
        RegionFile("issue", str(root / "issue.md")),
    )
    found = render(
        root, agent=agent, phase=phase, request=f"Work on {task}", files=files, variables={"TASKS": f"- 1.1 {task}"}
    )
    return found.text.encode()


def _shared(first: bytes, second: bytes) -> bytes:
    return first[: next(at for at, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1])]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("agent", [*AGENTS, "BASE"])
def test_two_tasks_share_what_is_stable(agent: str, phase: str, tmp_path: Path) -> None:
    (tmp_path / "remit").mkdir()
    (tmp_path / "remit" / "project.md").write_text("A small web service in Python. Tests run with pytest.\n")
    first, second = (_prompt(tmp_path, agent, phase, task) for task in ("login", "search"))
    shared = len(_shared(first, second))
    assert SHARED[phase][agent] == shared * 100 // min(len(first), len(second))
