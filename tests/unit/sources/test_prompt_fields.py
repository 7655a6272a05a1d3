"""Prompts in fields of YAML and TOML: which fields, what text, where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.model.found import FoundPrompt, Suppression
from remit.sources import prompt_fields

PROVES = ("A4", "A5", "A7")

FORTY = " ".join(f"word{number}" for number in range(40))
ROLE = f"You are a careful reviewer. Your task is to read the text below. {FORTY}"


def prompts(text: str, path: str = "config/app.yaml") -> tuple[FoundPrompt, ...]:
    return prompt_fields.read(path, text, min_words=40, sure=False).prompts


def test_a_block_scalar_is_dedented_and_stands_at_its_first_line() -> None:
    (prompt,) = prompts(
        f"agents:\n  - name: a\n    system_prompt: |-  # the one\n      {FORTY}\n        deeper\n\n      end\n    b: 1\n"
    )

    assert prompt.text == f"{FORTY}\n  deeper\n\nend"
    assert (prompt.name, prompt.line, prompt.column, prompt.exact) == ("agents.system_prompt", 4, 1, False)


def test_a_folded_scalar_joins_its_lines() -> None:
    (prompt,) = prompts(f"prompt: >\n  {FORTY}\n  and on\n\n  next\n")

    assert prompt.text == f"{FORTY} and on\n\nnext"


@pytest.mark.parametrize(
    ("value", "exact"), [(FORTY, True), (f'"{FORTY}"', False), (f"'{FORTY}' # note", False), (f"{FORTY} # note", True)]
)
def test_a_value_on_one_line_is_read(value: str, exact: bool) -> None:
    text = f"prompt: {value}\n"
    (prompt,) = prompts(text)

    assert (prompt.text, prompt.exact) == (FORTY, exact)
    assert not exact or text[prompt.start :].startswith(FORTY)


def test_what_stands_inside_of_a_scalar_is_no_field() -> None:
    assert prompts(f"notes: |\n  prompt: {FORTY}\n  prompt: |\n    {FORTY}\n") == ()


def test_messages_of_one_list_are_one_prompt() -> None:
    system = f"  - role: system\n    content: |\n      {FORTY}\n"
    text = f"messages:\n{system}  - role: user\n    content: 'Read {{{{x}}}}'\nmodel: m\nprompt: {FORTY}\n"

    assert [(prompt.kind, prompt.text) for prompt in prompts(text)] == [
        ("messages", f"{FORTY}\n\nRead {{{{x}}}}"),
        ("string", FORTY),
    ]


def test_an_open_name_wants_a_text_that_reads_as_a_prompt() -> None:
    assert prompts(f"instructions: {FORTY}\n") == ()
    assert len(prompts(f"instructions: {ROLE}\n")) == 1
    assert prompts(f"description: {ROLE}\nrun: {ROLE}\n") == ()


def test_in_a_folder_of_prompts_any_field_may_be_one() -> None:
    assert [prompt.name for prompt in prompts(f"plan:\n  first: {ROLE}\n", "prompts/agent.yaml")] == ["plan.first"]


def test_short_fields_are_counted() -> None:
    found = prompt_fields.read("a.yml", "prompt: Sort it.\nname: system\n", min_words=40, sure=False)

    assert (found.prompts, found.short_strings) == ((), 1)


def test_toml_strings_stand_where_they_are_written() -> None:
    text = f'[a]\nprompt = """\n{FORTY}\n"""\n[[b.c]]\nprompt = "{FORTY}"\n[d]\nprompt = "\\t{FORTY}"\n'
    found = prompts(text, ".gemini/commands/plan.toml")

    assert [(prompt.name, prompt.line, prompt.exact) for prompt in found] == [
        ("a.prompt", 3, True),
        ("b.c.prompt", 6, True),
        ("d.prompt", 8, False),
    ]
    assert all(text[prompt.start :].startswith(prompt.text) for prompt in found if prompt.exact)


def test_broken_toml_is_passed_over() -> None:
    (row,) = prompt_fields.read("a.toml", "prompt = [", min_words=40, sure=False).passed_over

    assert (row.path, row.reason) == ("a.toml", "no TOML that can be parsed")


@pytest.mark.parametrize("path", ["a.yaml", "a.toml"])
def test_comments_at_a_field_silence_rules(path: str) -> None:
    separator = ": " if path == "a.yaml" else " = "
    (prompt,) = prompts(f'# remit: ignore[a] why\nprompt{separator}"{FORTY}" # remit: ignore[b]\n', path)

    assert prompt.suppressions == (Suppression("a", "why", 1), Suppression("b", "", 2))


@given(st.text(alphabet=" -:|>#'\"{}[]&*\\\n\t\rpromt1é", max_size=200))
def test_any_text_is_read_without_failing(text: str) -> None:
    for path in ("a.yaml", "a.toml"):
        for prompt in prompt_fields.read(path, f"{text}prompt", min_words=0, sure=False).prompts:
            assert prompt.line >= 1


@pytest.mark.parametrize(
    "line", ["- " * 5_000 + "prompt: x\n", "prompt: |\n" * 5_000, "p: \n" + " " * 50_000, "a: '" + "''" * 50_000]
)
def test_text_made_to_be_slow_is_not(line: str) -> None:
    assert [prompt.text for prompt in prompts(f"{line}\nprompt: {FORTY}\n")] == [FORTY]
