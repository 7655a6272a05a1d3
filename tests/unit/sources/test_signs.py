"""What a name says, what a text shows, and how words are counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.sources.signs import Strength, count_words, name_strength, path_strength, placeholders, reads_as_prompt

PROVES = ("A5", "A7")


@pytest.mark.parametrize(
    ("name", "strength"),
    [
        ("REVIEW_PROMPT", Strength.TELLING),
        ("reviewPrompt", Strength.TELLING),
        ("PromptV2", Strength.TELLING),
        ("system_message", Strength.TELLING),
        ("example_prompt", Strength.TELLING),
        ("EVAL_TEMPLATE", Strength.OPEN),
        ("instructions", Strength.OPEN),
        ("promptly", Strength.NONE),
        ("main", Strength.NONE),
        ("__", Strength.NONE),
        ("prompt_path", Strength.FOREIGN),
        ("promptId", Strength.FOREIGN),
        ("EXAMPLE_INPUT", Strength.FOREIGN),
        ("description", Strength.FOREIGN),
    ],
)
def test_a_name_says_how_much_it_tells(name: str, strength: Strength) -> None:
    assert name_strength(name) is strength


@pytest.mark.parametrize(
    ("path", "strength"),
    [
        ("app/prompts.py", Strength.TELLING),
        ("app/prompts/mail/sort.py", Strength.TELLING),
        ("app/review_prompt.py", Strength.TELLING),
        ("prompts/a/b/c.py", Strength.NONE),
        ("app/mail.py", Strength.NONE),
    ],
)
def test_a_path_tells_by_its_stem_and_its_nearest_folders(path: str, strength: Strength) -> None:
    assert path_strength(path) is strength


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("Sort the mail.", Strength.TELLING),
        ("You are a librarian who sorts mail.", Strength.OPEN),
        ("Respond with JSON. Do not include prose.", Strength.OPEN),
        ("You are a librarian. Your task is to sort.", Strength.NONE),
        ("# Role\n\nAct as a librarian. Respond only with the step by step plan.", Strength.NONE),
    ],
)
def test_the_less_a_name_tells_the_more_a_text_must_show(text: str, strength: Strength) -> None:
    assert reads_as_prompt(text, strength)
    assert strength is Strength.NONE or not reads_as_prompt(text, Strength(strength - 1))


@pytest.mark.parametrize(
    "text",
    [
        "You are using an outdated version of the tool. You should update it, or your tasks may fail.",
        "If you are the owner of this file, see the manual. Your editor may show more.",
        "Copyright (c) the authors. You are not allowed to use the following code in the given context.",
    ],
)
def test_a_message_to_people_reads_as_no_prompt(text: str) -> None:
    assert not reads_as_prompt(text, Strength.NONE)


@pytest.mark.parametrize(("text", "words"), [("", 0), ("a  b\nc", 3), ("请总结以下文本", 3), ("use 日本語 now", 3)])
def test_words_are_counted_in_scripts_without_spaces_too(text: str, words: int) -> None:
    assert count_words(text) == words


@given(st.text(alphabet="{}$<%> aA_.[]|:/#\n", max_size=80))
def test_placeholders_stand_in_the_text_one_after_the_other(text: str) -> None:
    at = 0
    for span in placeholders(text):
        assert at <= span.start < span.end <= len(text)
        at = span.end


@pytest.mark.parametrize(
    "text", ["{{a" * 30_000, "You " * 50_000, "${" * 50_000, "given the " * 20_000, "\n- " * 50_000]
)
def test_text_made_to_be_slow_is_judged(text: str) -> None:
    assert placeholders(text) == ()
    assert not reads_as_prompt(text, Strength.NONE)
