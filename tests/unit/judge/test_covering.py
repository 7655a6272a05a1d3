from remit.judge.covering import Function, Stretch, uncovered
from remit.markup.places import Span
from remit.model.found import FoundPrompt

PROVES = ("G2",)

TEXT = "Classify the issue that stands below.\n\n{issue}\n\nReturn one label and nothing else."
FOUND = FoundPrompt("PROMPT", "bot.py", "string", TEXT, 0, 4, 1, exact=False, holes=(Span(39, 46),), form="f-string")
BUILDER = Function("build_prompt", Stretch("bot.py", 3, 6))


def names(
    functions: tuple[Function, ...] = (),
    covered: tuple[Stretch, ...] = (),
    files: frozenset[str] = frozenset(),
    texts: tuple[str, ...] = (),
) -> list[str]:
    return [each.name for each in uncovered([FOUND], functions, covered=covered, files=files, texts=texts)]


def test_a_prompt_that_nothing_covers_is_named() -> None:
    assert ["PROMPT"] == names()


def test_a_prompt_in_a_function_that_ran_is_covered() -> None:
    assert [] == names(covered=(Stretch("bot.py", 1, 9),))


def test_a_function_of_another_file_or_of_other_lines_covers_nothing() -> None:
    assert ["PROMPT"] == names(covered=(Stretch("other.py", 1, 9), Stretch("bot.py", 5, 9)))


def test_a_prompt_in_a_registered_file_is_covered() -> None:
    assert [] == names(files=frozenset({"bot.py"}))


def test_a_prompt_whose_words_stand_in_a_rendered_text_is_covered() -> None:
    assert [] == names(
        texts=("Hello.\n" + TEXT.replace("{issue}", "It crashes.").replace("that stands", "that  stands"),)
    )


def test_a_prompt_of_which_little_stands_in_a_rendered_text_is_not() -> None:
    assert ["PROMPT"] == names(texts=("Classify the issue that stands below, please.",))


def test_a_builder_stands_for_the_strings_in_it() -> None:
    assert ["build_prompt"] == names(functions=(BUILDER,))


def test_a_builder_that_ran_is_covered() -> None:
    assert [] == names(functions=(BUILDER,), covered=(Stretch("bot.py", 3, 6),))
