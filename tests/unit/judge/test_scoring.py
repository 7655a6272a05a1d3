"""What a score says of its evidence."""

from remit.judge.scoring import score
from remit.markup.places import Span
from remit.model.scores import CriterionScore

PROVES = ("A2", "A4")


def _deciding(text: str, found: CriterionScore) -> str:
    return text[slice(*found.span)] if found.span else ""


PROMPT = "You are a clerk. Choose the cheaper bid.\n\n<issue>\nTwo bids.\n</issue>\n"


def test_criteria_are_the_eight_in_their_order() -> None:
    assert list(range(1, 9)) == [it.criterion for it in score(PROMPT).criteria]


def test_verdict_shows_the_text_that_decided_and_its_place() -> None:
    found = score(PROMPT).criteria[0]

    assert ("Partial", "Choose", Span(17, 23)) == (found.verdict, _deciding(PROMPT, found), found.span)


def test_verdict_that_found_nothing_says_where_it_looked() -> None:
    found = score(PROMPT).criteria[7]

    assert ("Fail", None) == (found.verdict, found.span)
    assert "the instructions, for an exceptional condition and what to do then" == found.note


def test_failing_choice_shows_the_sentence_that_asks_for_it() -> None:
    found = score(PROMPT).criteria[6]

    assert ("Fail", "Choose the cheaper bid.") == (found.verdict, _deciding(PROMPT, found).strip())


def test_prompt_in_an_unknown_language_says_so() -> None:
    looked_at = score("次の問い合わせに返答してください。").criteria[0].note

    assert "language is not known" in looked_at


def test_severity_is_that_of_the_verdicts() -> None:
    assert "High" == score("").severity
