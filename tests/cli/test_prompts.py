import json
from pathlib import Path

import pytest

from tests.cli.running import RunRemit

PROVES = ("G1", "G8")

CODE = """
from remit import prompt

@prompt("sum-up", category="reports", fixtures={"one": {"text": "It rained."}}, payload={"text": 4000})
def build(text: str) -> str:
    return f"Summarize the text below in one sentence.\\n\\n<issue>\\n{text}\\n</issue>\\n"

@prompt("title", category="reports")
def title() -> str:
    return "Give it a title."

@prompt("broken", category="bot")
def broken() -> str:
    raise ValueError("no data")
"""


@pytest.fixture(autouse=True)
def _builders(project: Path) -> None:
    (project / "bot.py").write_text(CODE)


def test_all_that_is_registered_is_listed_the_worst_category_first(run_remit: RunRemit) -> None:
    run_remit("prompts").must_match("prompts")


def test_a_prompt_is_shown_as_it_renders(run_remit: RunRemit) -> None:
    ran = run_remit("prompts", "sum-up")

    assert (0, "Summarize the text below in one sentence.\n\n<issue>\nIt rained.\n</issue>\n") == (ran.code, ran.out)


def test_a_prompt_that_cannot_be_rendered_says_why(run_remit: RunRemit) -> None:
    ran = run_remit("prompts", "broken")

    assert (1, "broken cannot be rendered: raised ValueError: no data at bot.py:14\n") == (ran.code, ran.out)


def test_a_name_that_is_not_registered_gets_the_nearest(run_remit: RunRemit) -> None:
    run_remit("prompts", "sumup").must_match("prompts-mistyped")


def test_as_json_each_has_its_verdicts_and_sizes(run_remit: RunRemit) -> None:
    listed = json.loads(run_remit("prompts", "--json").out)
    found = {each["name"]: each for each in listed["prompts"]}

    assert "remit.prompts/1" == listed["schema"]
    assert ("reports", "bot:build") == (found["sum-up"]["category"], found["sum-up"]["builder"])
    assert found["sum-up"]["in_use"]["characters"] > 4000 > found["sum-up"]["at_fixture_size"]["characters"]
    assert ("Unscored", {}) == (found["broken"]["severity"], found["broken"]["criteria"])


def test_one_as_json_has_its_text(run_remit: RunRemit) -> None:
    fields = json.loads(run_remit("prompts", "title", "--json").out)

    assert ("remit.prompt/1", "Give it a title.", None) == (fields["schema"], fields["text"], fields["diff"])


def test_without_a_snapshot_all_of_it_is_new(run_remit: RunRemit) -> None:
    assert "+Give it a title." in run_remit("prompts", "title", "--diff").out.splitlines()


def test_a_difference_needs_a_name(run_remit: RunRemit) -> None:
    assert run_remit("prompts", "--diff").code == 2


def test_nothing_registered_is_exit_3(run_remit: RunRemit, project: Path) -> None:
    (project / "bot.py").unlink()
    ran = run_remit("prompts")

    assert (3, "no prompt is registered: remit init proposes how\n") == (ran.code, ran.out)
