"""Files that are prompts by convention, and those beside them that are not."""

import pytest

from remit.markup.places import Span
from remit.model.found import FoundPrompt, Suppression
from remit.sources import prompt_files

PROVES = ("A4", "A5")

AGENT = "---\nname: reviewer\ndescription: Reviews code\ntools: Read\n---\n\nReview the diff.\n"


def prompts(path: str, text: str = "Sort the mail.\n") -> tuple[FoundPrompt, ...]:
    return prompt_files.read(path, text, min_words=40, sure=False).prompts if prompt_files.wants(path) else ()


@pytest.mark.parametrize(
    ("path", "name", "form"),
    [
        ("prompts/triage.md", "triage", "prompt file"),
        ("src/app/prompts/mail/sort.txt", "sort", "prompt file"),
        ("src/system_prompts/v2.j2", "v2", "prompt file"),
        ("mail.prompt", "mail", "prompt file"),
        ("src/mail.prompt.md", "mail", "prompt file"),
        ("src/system-prompt.md", "system-prompt", "prompt file"),
        ("prompt.txt", "prompt", "prompt file"),
        ("flows/chat.prompty", "chat", "Prompty file"),
        (".claude/commands/git/fix.md", "fix", "Claude command"),
        (".claude/agents/review.md", "review", "Claude agent"),
        (".claude/output-styles/brief.md", "brief", "Claude output style"),
        (".codex/prompts/plan.md", "plan", "Codex prompt"),
        (".github/prompts/plan.prompt.md", "plan", "Copilot prompt"),
        (".github/chatmodes/plan.chatmode.md", "plan", "Copilot chat mode"),
        (".opencode/command/plan.md", "plan", "OpenCode command"),
        (".windsurf/workflows/plan.md", "plan", "Windsurf workflow"),
        ("templates/system/CLAUDE-review.md", "CLAUDE-review", "system template"),
    ],
)
def test_a_place_or_a_name_makes_a_prompt(path: str, name: str, form: str) -> None:
    assert [(prompt.name, prompt.form) for prompt in prompts(path)] == [(name, form)]


@pytest.mark.parametrize(
    "path",
    [
        "README.md", "prompts/README.md", "prompts/CHANGELOG.md", "prompts/LICENSE.txt", "prompts/requirements.txt", "prompts/load.py",
        "prompts/logo.png", "CLAUDE.md", "AGENTS.md", ".claude/settings.json", ".claude/rules/style.md", ".cursor/rules/style.mdc",
        ".github/workflows/ci.md", ".github/pull_request_template.md", "docs/prompting.md", "templates/system/review.md",
        "docs/prompts/about.md", "prompts/index.md",
    ],
)  # fmt: skip
def test_what_stands_beside_prompts_is_none(path: str) -> None:
    assert prompts(path, "About the prompts of this project, and who may change them.\n") == ()


@pytest.mark.parametrize("path", ["agents/review.md", "plugin/commands/review.md"])
def test_an_agent_outside_of_an_agents_home_must_describe_itself(path: str) -> None:
    assert [prompt.name for prompt in prompts(path, AGENT)] == ["reviewer"]
    assert prompts(path, "Our travel agents, by town.\n") == ()


def test_a_skill_is_named_for_its_folder_where_it_names_itself_not() -> None:
    text = "---\ndescription: Sorts mail\n---\nSort.\n"

    assert [(prompt.name, prompt.form) for prompt in prompts("skills/mail/SKILL.md", text)] == [("mail", "skill")]


def test_a_prompt_among_documents_must_read_as_one() -> None:
    text = "You are a librarian. Your task is to answer the question below.\n"

    assert len(prompts("docs/prompts/ask.md", text)) == 1


def test_front_matter_is_no_part_of_the_text() -> None:
    (prompt,) = prompts(".claude/agents/r.md", AGENT)

    assert prompt.text == "Review the diff."
    assert AGENT[prompt.start :].startswith(prompt.text)
    assert (prompt.line, prompt.column, prompt.exact) == (7, 1, True)


@pytest.mark.parametrize("text", ["", "\n \n", "---\nname: x\n---\n", "\ufeff"])
def test_a_file_without_text_is_no_prompt(text: str) -> None:
    assert prompts("prompts/a.md", text) == ()


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    (prompt,) = prompts("prompts/a.md", "---\nSort the mail\n---\nnow\n")

    assert prompt.text == "---\nSort the mail\n---\nnow"


def test_the_first_role_of_a_prompty_file_is_no_part_of_its_text() -> None:
    (prompt,) = prompts("a.prompty", "---\nname: Ask\n---\nsystem:\nSort.\n\nuser:\n{{mail}}\n")

    assert (prompt.name, prompt.text, prompt.holes) == ("Ask", "Sort.\n\nuser:\n{{mail}}", (Span(13, 21),))


@pytest.mark.parametrize(
    ("text", "holes"),
    [
        ("Fix $ARGUMENTS, price $5", ["$ARGUMENTS"]),
        ("{{#if a}}x{{/if}} {{{raw}}} ${SCOPE}", ["{{#if a}}", "{{/if}}", "{{{raw}}}", "${SCOPE}"]),
        ('{"a": 1} {name} {x.y} {{"b": 2}} {}', ["{name}", "{x.y}"]),
        ("{% for a in b %}<%= c %>", ["{% for a in b %}", "<%= c %>"]),
    ],
)
def test_placeholders_are_holes(text: str, holes: list[str]) -> None:
    (prompt,) = prompts("prompts/a.md", text)

    assert [text[hole.start : hole.end] for hole in prompt.holes] == holes


def test_a_template_knows_the_phase_whose_reply_it_asks_for() -> None:
    assert prompts("templates/system/GEMINI-plan.md")[0].reply_phase == "plan"
    assert prompts("templates/system/GEMINI-deploy.md")[0].reply_phase is None


def test_comments_silence_rules_outside_of_code() -> None:
    text = (
        "---\ndescription: x\n# remit: ignore[a] in front matter\n---\nSort.\n"
        "<!-- remit: ignore[b]\n  two lines -->\n```\n<!-- remit: ignore[c] shown -->\n```\n# remit: ignore[d] a heading\n"
    )
    (prompt,) = prompts("prompts/a.md", text)

    assert prompt.suppressions == (Suppression("a", "in front matter", 3), Suppression("b", "two lines", 6))
