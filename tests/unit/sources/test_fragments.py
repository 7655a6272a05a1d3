"""Parts of prompts and manuals are marked as such when they are found; it must not know how prompts are judged."""

import pytest

from remit.sources.search import search_text
from remit.sources.signs import names_part

PROVES = ("A5",)

TEXT = "You are a clerk. Sort the letters by town and write the number of letters beside each of them. " * 4


@pytest.mark.parametrize("name", ["SYSTEM_SUFFIX", "files_prefix_prompt", "systemReminder", "custom_instructions"])
def test_a_name_that_says_that_a_text_is_joined_names_a_part(name: str) -> None:
    assert names_part(name)


@pytest.mark.parametrize("name", ["SYSTEM_PROMPT", "section_writer_prompt", "instructions", "headers_prompt"])
def test_other_names_name_no_part(name: str) -> None:
    assert not names_part(name)


@pytest.mark.parametrize(("name", "is_part"), [("REPLY_PROMPT_SUFFIX", True), ("REPLY_PROMPT", False)])
def test_a_string_is_a_part_by_its_name(name: str, is_part: bool) -> None:
    (found,) = search_text("src/bot.py", f'{name} = "{TEXT}"\n').prompts
    assert found.fragment is is_part


def test_the_page_of_a_command_line_among_the_commands_is_a_manual() -> None:
    page = "# Memory\n\nShows what is kept.\n\n## Usage\n\n```bash\ntool memory\n```\n\n## Options\n\n- `--all` shows all\n"
    (found,) = search_text(".claude/commands/memory.md", page).prompts
    assert found.fragment


def test_a_command_that_speaks_to_the_agent_is_no_manual() -> None:
    page = "# Review\n\nYou are a reviewer.\n\n## Usage\n\nReview $ARGUMENTS.\n\n## Options\n\n- be brief\n"
    (found,) = search_text(".claude/commands/review.md", page).prompts
    assert not found.fragment
