"""The gate from outside: a project with one prompt, from its first day to an override that expires."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import RunRemit

PROVES = ("A6", "G3", "G4", "G5", "G6", "G8")

EDGE = " If the issue is empty, return the label `unclear`."
PROMPT = f"""\
Classify the issue below and return a JSON object with the fields `label` and `reason`. Think step by step in <thinking> first.

<constraints>
The label must be one of bug, feature, question.{EDGE}
</constraints>

<issue>
{{{{ISSUE}}}}
</issue>

<example>
{{"label": "bug", "reason": "crash on start"}}
</example>

<output_format>
Return only one JSON object: {{"label": "...", "reason": "..."}}. Do not add prose.
</output_format>
"""
CONFIG = '[[prompts]]\nfiles = "prompts/*.prompt.md"\n'
OVERRIDE = """\
[[override]]
rule = "edge-cases-unnamed"
prompt = "triage"
reason = "{reason}"
owner = "jo"
expires = {expires}
"""


@pytest.fixture
def prompt(project: Path, run_remit: RunRemit) -> Path:
    """A prompt that is held to its baseline."""
    (project / "remit.toml").write_text(CONFIG)
    (project / "prompts").mkdir()
    path = project / "prompts/triage.prompt.md"
    path.write_text(PROMPT)
    assert run_remit("baseline", "update").code == 0
    return path


def override(project: Path, *, reason: str = "measured: no effect", expires: str = "2999-01-01") -> None:
    (project / "remit/overrides.toml").write_text(OVERRIDE.format(reason=reason, expires=expires))


def kinds(run_remit: RunRemit) -> list[str]:
    return [problem["kind"] for problem in json.loads(run_remit("gate", "--json").out)["problems"]]


@pytest.mark.usefixtures("prompt")
def test_what_is_as_it_was_passes(run_remit: RunRemit) -> None:
    run_remit("gate").must_match("gate-passed")


def test_a_prompt_that_got_worse_is_named_with_the_lines_that_changed(run_remit: RunRemit, prompt: Path) -> None:
    prompt.write_text(PROMPT.replace(EDGE, ""))

    run_remit("gate").must_match("gate-worse")


def test_as_json_it_says_what_was_and_is(run_remit: RunRemit, prompt: Path) -> None:
    prompt.write_text(PROMPT.replace(EDGE, ""))
    ran = run_remit("gate", "--json")
    result = json.loads(ran.out)

    assert (1, "remit.gate/1", False) == (ran.code, result["schema"], result["passed"])
    (problem,) = result["problems"]
    assert ("triage", "edge-cases-unnamed", "worse", "8", "Pass", "Fail", None) == tuple(
        problem[key] for key in ("prompt", "rule", "kind", "criterion", "before", "after", "introduced")
    )


def test_what_got_worse_is_recorded_under_an_override_alone(run_remit: RunRemit, project: Path, prompt: Path) -> None:
    prompt.write_text(PROMPT.replace(EDGE, ""))

    run_remit("baseline", "update").must_match("baseline-update-refused")
    assert kinds(run_remit) == ["worse"]
    override(project)
    run_remit("baseline", "update").must_match("baseline-update-override")
    assert kinds(run_remit) == []
    run_remit("baseline", "show").must_match("baseline-show")


@pytest.mark.parametrize(
    ("reason", "expires", "expected"),
    [
        (" ", "2999-01-01", ["worse", "override-incomplete"]),
        ("measured", "2020-01-01", ["worse", "override-expired"]),
        ("measured", '"2999-01-01"', ["worse", "override-incomplete"]),
    ],
)
def test_an_override_that_is_not_whole_excepts_nothing(
    run_remit: RunRemit, prompt: Path, reason: str, expires: str, expected: list[str]
) -> None:
    prompt.write_text(PROMPT.replace(EDGE, ""))
    override(prompt.parents[1], reason=reason, expires=expires)

    assert expected == kinds(run_remit)
    assert run_remit("baseline", "update").code == 1


@pytest.mark.usefixtures("prompt")
def test_an_override_that_excepts_nothing_is_a_problem(run_remit: RunRemit, project: Path) -> None:
    override(project)

    run_remit("gate").must_match("gate-override-unused")


@pytest.mark.usefixtures("prompt")
def test_a_broken_file_of_overrides_is_a_problem_of_the_gate(run_remit: RunRemit, project: Path) -> None:
    (project / "remit/overrides.toml").write_text("[[override]\n")

    run_remit("gate").must_match("gate-overrides-broken")


def test_a_gain_by_markup_alone_is_named_and_to_be_recorded(run_remit: RunRemit, project: Path, prompt: Path) -> None:
    bare = PROMPT.replace("<constraints>\n", "").replace("</constraints>\n", "")
    prompt.write_text(bare.replace("<example>\n", "").replace("</example>\n", ""))
    (project / "remit/baseline.json").unlink()
    run_remit("baseline", "update")
    prompt.write_text(PROMPT)

    run_remit("gate").must_match("gate-markup-only")
    assert run_remit("baseline", "update").code == 0
    assert kinds(run_remit) == []


def test_a_changed_text_is_recorded_by_one_command(run_remit: RunRemit, prompt: Path) -> None:
    prompt.write_text(PROMPT.replace("question.", "question or praise."))

    assert kinds(run_remit) == ["snapshot-changed"]
    run_remit("prompts", "triage", "--diff").must_match("prompts-diff")
    assert run_remit("baseline", "update").code == 0
    assert kinds(run_remit) == []


def test_a_dry_run_of_an_update_writes_nothing(run_remit: RunRemit, project: Path, prompt: Path) -> None:
    before = (project / "remit/baseline.json").read_bytes()
    prompt.write_text(PROMPT.replace("question.", "question or praise."))

    ran = run_remit("baseline", "update", "--dry-run")

    assert (0, "baseline: 1 changed, nothing was written\n") == (ran.code, ran.out)
    assert before == (project / "remit/baseline.json").read_bytes()


@pytest.mark.usefixtures("prompt")
def test_a_snapshot_that_was_edited_by_hand_is_a_problem(run_remit: RunRemit, project: Path) -> None:
    (project / "remit/snapshots/triage.txt").write_text("something else")

    run_remit("gate").must_match("gate-snapshot-edited")


@pytest.mark.usefixtures("prompt")
def test_a_prompt_that_nothing_registers_is_a_problem_that_no_update_takes(run_remit: RunRemit, project: Path) -> None:
    (project / "bot.py").write_text(
        'def build_reply_prompt(name: str) -> str:\n    return f"Write a reply to {name} in two sentences of plain text."\n'
    )

    run_remit("baseline", "update").must_match("baseline-update-unregistered")
    assert kinds(run_remit) == ["unregistered"]


def test_what_was_there_on_the_first_day_is_accepted_until_it_is_registered(run_remit: RunRemit, project: Path) -> None:
    (project / "bot.py").write_text(
        'def build_reply_prompt(name: str) -> str:\n    return f"Write a reply to {name} in two sentences of plain text."\n'
    )
    assert run_remit("baseline", "update").code == 0
    assert kinds(run_remit) == []

    (project / "remit.toml").write_text(
        '[[prompts]]\nname = "reply"\nbuilder = "bot:build_reply_prompt"\nfixtures.jo.name = "Jo"\n'
    )

    assert set(kinds(run_remit)) == {"baseline-stale", "new-high"}


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "markdown", "html"])
def test_the_exit_code_depends_on_no_format(run_remit: RunRemit, project: Path, prompt: Path, form: str) -> None:
    passed = run_remit("gate", "--format", form, "--output", "report")
    prompt.write_text(PROMPT.replace(EDGE, ""))
    failed = run_remit("gate", "--format", form)

    assert (0, "", 1) == (passed.code, passed.out, failed.code)
    assert (project / "report").stat().st_size > 0
    assert failed.out


def test_without_a_baseline_the_command_that_makes_one_is_named(run_remit: RunRemit) -> None:
    run_remit("gate").must_match("gate-without-baseline")


@pytest.mark.usefixtures("prompt")
def test_a_baseline_of_another_version_is_refused(run_remit: RunRemit, project: Path) -> None:
    path = project / "remit/baseline.json"
    path.write_text(path.read_text().replace("remit.baseline/1", "remit.baseline/2"))

    run_remit("gate").must_match("gate-baseline-version")
    assert run_remit("baseline", "update").code == 2


def test_nothing_registered_and_nothing_found_is_exit_3(run_remit: RunRemit) -> None:
    assert run_remit("baseline", "update").code == 0
    assert run_remit("gate").code == 3


def test_two_formats_at_once_are_refused(run_remit: RunRemit) -> None:
    assert run_remit("gate", "--json", "--format", "text").code == 2


def git(project: Path, *words: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@t")
    subprocess.run(["git", *identity, *words], cwd=project, check=True, capture_output=True, timeout=60)


def test_a_base_tells_what_this_branch_brought_from_what_was_there(
    run_remit: RunRemit, project: Path, prompt: Path
) -> None:
    git(project, "init", "-q", "-b", "main")
    (project / "prompts/old.prompt.md").write_text(PROMPT)
    git(project, "add", "-A")
    git(project, "commit", "-qm", "base")
    prompt.write_text(PROMPT.replace(EDGE, ""))

    run_remit("gate", "--base", "main").must_match("gate-base")

    problems = json.loads(run_remit("gate", "--base", "main", "--json").out)["problems"]
    assert {"triage": True, "old": False} == {each["prompt"]: each["introduced"] for each in problems}
    listed = subprocess.run(["git", "worktree", "list"], cwd=project, check=True, capture_output=True, timeout=60)
    assert 1 == len(listed.stdout.splitlines())


@pytest.mark.usefixtures("prompt")
def test_a_base_that_git_does_not_know_is_named(run_remit: RunRemit, project: Path) -> None:
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "base")

    run_remit("gate", "--base", "nowhere").must_match("gate-base-unknown")


def test_a_base_from_before_there_were_prompts_has_no_problem(run_remit: RunRemit, project: Path, prompt: Path) -> None:
    git(project, "init", "-q", "-b", "main")
    git(project, "commit", "-qm", "base", "--allow-empty")
    prompt.write_text(PROMPT.replace(EDGE, ""))

    problems = json.loads(run_remit("gate", "--base", "main", "--json").out)["problems"]

    assert [True] == [each["introduced"] for each in problems]


@pytest.mark.usefixtures("prompt")
def test_both_sizes_are_shown_with_the_budget(run_remit: RunRemit, project: Path) -> None:
    (project / "remit.toml").write_text(
        CONFIG + "[prompts.payload]\nISSUE = 12000\n\n[compose]\nbudget_tokens = 2000\n"
    )

    run_remit("gate").must_match("gate-sizes")
