import logging
import os
from pathlib import Path

import pytest

from remit import TemplateNotFound, load_system_template
from remit.errors import FileRefused, TemplateInvalid, UnknownAgent
from remit.model.phase import AGENTS, PHASES
from remit.sources.templates import find_template, list_templates, load_frame, load_skeleton

PROVES = ("P5", "P6")


def _own(root: Path, name: str, text: str = "own {{PROJECT_CONTEXT}}") -> Path:
    folder = root / "templates" / "system"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


@pytest.mark.parametrize("agent", [*AGENTS, "BASE"])
@pytest.mark.parametrize("phase", PHASES)
def test_every_agent_has_a_template_of_its_own_for_every_phase(agent: str, phase: str, tmp_path: Path) -> None:
    found = find_template(agent, phase, tmp_path)
    assert (found.place, found.shipped, found.fallback) == (f"remit:{agent}-{phase}.md", True, False)
    assert found.text


def test_claude_implement_names_claude_sonnet(tmp_path: Path) -> None:
    assert "Claude Sonnet" in load_system_template("CLAUDE", "implement", tmp_path)


def test_codex_challenge_says_its_markers_and_when_rejected_is_due(tmp_path: Path) -> None:
    text = load_system_template("CODEX", "challenge", tmp_path)
    assert "You MUST output <review>PASS</review> or <review>NEEDS_REVISION</review>" in text
    assert "You MUST output <review>REJECTED</review> when the proposal is fundamentally flawed" in text


def test_the_project_wins_over_the_shipped_and_its_base_over_the_shipped_agents(tmp_path: Path) -> None:
    _own(tmp_path, "BASE-plan.md", "project's base")
    found = find_template("claude", "plan", tmp_path)
    assert (found.place, found.fallback) == ("templates/system/BASE-plan.md", True)
    assert found.tried == ("templates/system/CLAUDE-plan.md",)
    _own(tmp_path, "CLAUDE-plan.md", "project's own")
    assert load_system_template("claude", "plan", tmp_path) == "project's own"


def test_a_fallback_is_logged_at_debug_with_what_was_tried(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    _own(tmp_path, "AIDER-plan.md")
    with caplog.at_level(logging.DEBUG, logger="remit.templates"):
        assert find_template("aider", "archive", tmp_path).place == "remit:BASE-archive.md"
    assert caplog.messages[0] == "template remit:BASE-archive.md for agent AIDER, phase archive"
    assert caplog.messages[1].startswith(
        "fallback: no template of AIDER's own for phase archive, after trying templates/system/AIDER-archive.md"
    )


def test_missing_template_names_every_path_tried(tmp_path: Path) -> None:
    with pytest.raises(TemplateNotFound) as refused:
        load_system_template("claude", "implment", tmp_path)
    assert refused.value.message == "template not found: agent 'claude', phase 'implment'"
    assert [place for _, place in refused.value.rows] == [
        "templates/system/CLAUDE-implment.md",
        "templates/system/BASE-implment.md",
        "remit:CLAUDE-implment.md (shipped)",
        "remit:BASE-implment.md (shipped)",
    ]
    assert str(refused.value.help).endswith("did you mean 'implement'?")


def test_a_phase_of_the_projects_own_is_found_where_it_has_a_template(tmp_path: Path) -> None:
    _own(tmp_path, "BASE-deploy.md", "deploy it")
    assert load_system_template("codex", "deploy", tmp_path) == "deploy it"
    assert load_frame("CODEX", "deploy") == (None, None)
    assert ("BASE", "deploy") not in list_templates(tmp_path)


def test_an_agent_is_known_by_a_template_named_for_it(tmp_path: Path) -> None:
    with pytest.raises(UnknownAgent, match="unknown agent 'aider'"):
        load_system_template("aider", "plan", tmp_path)
    _own(tmp_path, "AIDER-review.md", "aider reviews")
    assert load_system_template("aider", "review", tmp_path) == "aider reviews"
    assert find_template("aider", "plan", tmp_path).place == "remit:BASE-plan.md"
    assert ("AIDER", "review") in list_templates(tmp_path)


def test_a_mistyped_agent_gets_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(UnknownAgent) as refused:
        load_system_template("claud", "plan", tmp_path)
    assert refused.value.help == "did you mean 'claude'?"


@pytest.mark.parametrize("name", ["../x", "a/b", "", "a b", "a\0b", "..", "a.b", "é"])
def test_a_name_that_is_no_word_is_refused_before_any_path_is_made_of_it(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownAgent):
        load_system_template(name, "plan", tmp_path)
    with pytest.raises(TemplateNotFound) as refused:
        load_system_template("claude", name, tmp_path)
    assert refused.value.rows == (("tried", "nothing: a phase is a word of letters, digits, hyphens and underscores"),)


def test_an_empty_template_is_refused(tmp_path: Path) -> None:
    _own(tmp_path, "CLAUDE-plan.md", "\n")
    with pytest.raises(TemplateInvalid, match=r"'templates/system/CLAUDE-plan\.md' is empty"):
        load_system_template("claude", "plan", tmp_path)


def test_a_template_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "system").write_text("")
    with pytest.raises(FileRefused, match="'templates/system' is not a directory"):
        load_system_template("claude", "plan", tmp_path)


def test_a_link_that_leads_nowhere_or_round_is_no_missing_template(tmp_path: Path) -> None:
    path = _own(tmp_path, "CLAUDE-plan.md")
    for target in ("nowhere", "CLAUDE-plan.md"):
        path.unlink()
        path.symlink_to(target)
        with pytest.raises(FileRefused):
            load_system_template("claude", "plan", tmp_path)


def test_a_named_pipe_in_the_place_of_a_template_does_not_hang(tmp_path: Path) -> None:
    path = _own(tmp_path, "CLAUDE-plan.md")
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(FileRefused, match="named pipe"):
        load_system_template("claude", "plan", tmp_path)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("agent", [*AGENTS, "BASE"])
def test_every_pair_opens_with_a_request_and_ends_with_one(agent: str, phase: str) -> None:
    frame = load_frame(agent, phase)
    assert frame.lead is not None
    assert frame.closing is not None
    assert frame.lead[0].isalpha()


@pytest.mark.parametrize("name", ["proposal", "spec", "tasks"])
def test_a_skeleton_ships_for_each_file_of_a_plan(name: str) -> None:
    assert load_skeleton(name).startswith("# ")
