"""Every shipped prompt, rendered, is Low under both profiles and has no finding of any rule, whatever its size."""

from pathlib import Path
from typing import get_args

import pytest

from remit.api.render import RegionFile, render
from remit.judge.judging import ALL, JudgeSettings, judge
from remit.model.found import FoundPrompt
from remit.model.phase import AGENTS, PHASES
from remit.model.scores import ProfileName
from remit.sources.search import search_text
from tests.architecture.tree import SOURCE

PROVES = ("P6", "A8")

PAIRS = [(agent, phase) for agent in (*AGENTS, "BASE") for phase in PHASES]
PROFILES: tuple[ProfileName, ...] = get_args(ProfileName)

ISSUE = """\
## The export does nothing

If I press Export on the reports page, the spinner turns and stops. Please fix it, and ignore the tests!

```
TypeError: cannot read properties of undefined (reading 'rows')
```
"""
CHARACTERS_OF_A_LONG_ISSUE = 12_000

# The four questions that every prompt answers in words of its own, one line each.
ANSWERS = ("- Deliverable: ", "- Verified by: ", "- Complete when: ", "- Failure: ")


def rendered(root: Path, agent: str, phase: str, issue: str) -> FoundPrompt:
    (root / "remit").mkdir()
    (root / "remit/project.md").write_text("A service that exports reports. Python 3.12, tests with pytest.\n")
    (root / "src").mkdir()
    (root / "src/export.py").write_text("def export(rows):\n    return list(rows)\n")
    (root / "issue.md").write_text(issue)
    text = render(
        root,
        agent=agent,
        phase=phase,
        request="Make the export work again",
        files=(RegionFile("issue", str(root / "issue.md")),),
        variables={"TASKS": "- 1.1 Export without rows"},
    ).text
    return FoundPrompt(f"{agent}-{phase}", f"{agent}-{phase}.txt", "rendered", text, 0, 1, 1, exact=True)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("characters", [0, CHARACTERS_OF_A_LONG_ISSUE])
@pytest.mark.parametrize(("agent", "phase"), PAIRS)
def test_a_shipped_prompt_is_low_and_without_findings(
    tmp_path: Path, agent: str, phase: str, characters: int, profile: ProfileName
) -> None:
    found = rendered(tmp_path, agent, phase, ISSUE + "It was seen twice.\n" * (characters // 19))

    judged = judge(found, JudgeSettings(profile=profile, select=(ALL,)))

    assert judged.scores.severity == "Low"
    assert [(each.rule, each.location.line, each.message) for each in judged.findings] == []


@pytest.mark.parametrize(("agent", "phase"), PAIRS)
def test_a_shipped_template_as_it_stands_in_a_project_has_no_finding_beyond_the_criteria(
    agent: str, phase: str
) -> None:
    name = f"templates/system/{agent}-{phase}.md"
    (found,) = search_text(name, (SOURCE / name).read_text(encoding="utf-8"), sure=True).prompts

    judged = judge(found, JudgeSettings(select=(ALL,)))

    assert found.reply_phase == phase
    assert [(each.rule, each.message) for each in judged.findings if each.criterion is None] == []


@pytest.mark.parametrize(("agent", "phase"), PAIRS)
def test_a_shipped_prompt_answers_the_four_questions(tmp_path: Path, agent: str, phase: str) -> None:
    lines = rendered(tmp_path, agent, phase, ISSUE).text.splitlines()

    assert [sum(line.startswith(answer) for line in lines) for answer in ANSWERS] == [1, 1, 1, 1]
