# ruff: noqa: INP001 - a script beside the baseline, no package
"""Renders the prompts that ship, so that the gate of this repository holds them; it must not know what they say."""

from pathlib import Path

from remit.api.render import RegionFile, render

_CONTEXT = "A service that exports reports. Python 3.12, tests with pytest.\n"
_SOURCE = "def export(rows):\n    return list(rows)\n"


def system_prompt(agent: str, phase: str, issue: str) -> str:
    """What an agent would get in a phase, for a project of one file; the current folder is private while it is rendered."""
    root = Path.cwd() / f"{agent}-{phase}-{len(issue)}"
    for name, text in (("remit/project.md", _CONTEXT), ("src/export.py", _SOURCE), ("issue.md", issue)):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return render(
        root,
        agent=agent,
        phase=phase,
        request="Make the export work again",
        files=(RegionFile("issue", str(root / "issue.md")),),
        variables={"TASKS": "- 1.1 Export without rows"},
    ).text
