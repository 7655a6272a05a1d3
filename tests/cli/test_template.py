import json
from pathlib import Path

from remit.model.phase import AGENTS, PHASES
from tests.cli.running import RunRemit

PROVES = ("P5", "P6", "P7")


def _own(project: Path, name: str, text: str) -> None:
    (project / "templates" / "system").mkdir(parents=True, exist_ok=True)
    (project / "templates" / "system" / name).write_text(text)


def test_all_templates_are_listed_with_the_one_that_wins(run_remit: RunRemit, project: Path) -> None:
    _own(project, "BASE-plan.md", "own")
    run_remit("template", "list").must_match("template-list")


def test_which_names_what_was_tried(run_remit: RunRemit, project: Path) -> None:
    _own(project, "BASE-plan.md", "own")
    run_remit("template", "which", "claude", "plan").must_match("template-which")
    fields = json.loads(run_remit("template", "which", "codex", "review", "--json").out)
    assert (fields["place"], fields["fallback"]) == ("remit:CODEX-review.md", False)


def test_verbose_logs_the_template_and_its_fallback(run_remit: RunRemit, project: Path) -> None:
    _own(project, "AIDER-plan.md", "own")
    err = run_remit("-v", "template", "which", "aider", "review").err
    assert "debug: template remit:BASE-review.md for agent AIDER, phase review\n" in err
    assert "debug: fallback: no template of AIDER's own for phase review" in err


def test_every_shipped_template_lacks_nothing(run_remit: RunRemit) -> None:
    for agent in (*AGENTS, "BASE"):
        for phase in PHASES:
            ran = run_remit("template", "check", agent.lower(), phase, "--json")
            assert (ran.code, json.loads(ran.out)["lacks"]) == (0, []), (agent, phase)


def test_check_says_what_a_template_of_the_projects_lacks(run_remit: RunRemit, project: Path) -> None:
    _own(project, "CLAUDE-implement.md", "Do {{TASKS}} and {{ TASK }} and {{TEAM}}.\n\n## End\n\n{{PROJECT_CONTEXT}}\n")
    run_remit("template", "check", "claude", "implement").must_match("template-check")


def test_a_shipped_template_is_copied_once_and_never_over_ones_own(run_remit: RunRemit, project: Path) -> None:
    copy = project / "templates" / "system" / "CLAUDE-plan.md"
    assert run_remit("template", "copy", "claude", "plan", "--dry-run").code == 0
    assert not copy.exists()
    ran = run_remit("template", "copy", "claude", "plan")
    assert ran.out == "remit:CLAUDE-plan.md was copied to templates/system/CLAUDE-plan.md\n"
    assert copy.read_text() == run_remit("template", "show", "claude", "plan").out
    run_remit("template", "copy", "claude", "plan").must_match("template-copy-twice")


def test_a_folder_of_templates_that_is_a_file_is_an_error(run_remit: RunRemit, project: Path) -> None:
    (project / "templates").write_text("")
    run_remit("template", "list").must_match("template-folder-is-file")
