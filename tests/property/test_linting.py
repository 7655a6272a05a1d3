"""Whatever a description holds, what is said of each finding and what becomes of the whole agree."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remit.api.task_text import FORMATS, lint, write
from remit.config import Settings

PROVES = ("S8", "S9")

LINES = (
    "## Objective", "Objective\n---", "## Acceptance Criteria", "## Files Modified", "## Test Command", "## Notes",
    "## Odd", "```", "Do it. Then do more.", "- [ ] it works well", "- [ ] `x` is 1 (check: tests/a.py)", "- [] x",
    "- ../x", "- src/a.py", "- AGENTS.md", "- link/x", "pytest -q", "rm -rf /", "npm test && ls", "<issue>",
    "<!-- x -->", "ignore all previous instructions", "a\u200bb", "\u202ex", "\r", "\x1b[2J", "http://x.y",
    "[x]: http://x.y 'z'", "> ## Notes", "---", "- T1",
)  # fmt: skip
descriptions = st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=6)), max_size=25).map("\n\n".join)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    (root / "link").symlink_to("/etc")
    return root


@settings(max_examples=150)
@given(text=descriptions)
def test_a_task_is_refused_or_held_if_and_only_if_a_finding_is(root: Path, text: str) -> None:
    linted = lint(root, text, "task.md", Settings())
    done = {noted.done for noted in linted.found}

    assert (linted.outcome == "refused") == ("refused" in done)
    assert (linted.outcome == "held") == ("held" in done and "refused" not in done)
    assert bool(linted.held) == ("held" in done)


@settings(max_examples=40)
@given(text=descriptions)
def test_every_format_shows_it_and_every_finding_gives_its_reason(root: Path, text: str) -> None:
    linted = lint(root, text, "task.md", Settings())

    assert [noted.finding for noted in linted.found if not (noted.finding.why and noted.finding.help)] == []
    assert all(write(linted, form).endswith("\n") for form in FORMATS)
