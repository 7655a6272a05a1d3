"""What is asked of a whole prompt is not asked of a part; it must not know how parts are found."""

import pytest

from remit.judge.judging import JudgeSettings, judge
from remit.model.found import FoundPrompt

PROVES = ("A2",)

TEXT = "Always keep the order of the letters, and write the towns in capitals.\n"


def _found(text: str, *, fragment: bool) -> FoundPrompt:
    return FoundPrompt("SUFFIX", "bot.py", "string", text, 0, 1, 1, exact=True, fragment=fragment)


def test_a_part_lacks_nothing() -> None:
    judged = judge(_found(TEXT, fragment=True), JudgeSettings())
    assert ([it.verdict for it in judged.scores.criteria if it.verdict in ("Fail", "Partial")], judged.findings) == (
        [],
        (),
    )


def test_the_same_text_as_a_whole_lacks_its_regions() -> None:
    judged = judge(_found(TEXT, fragment=False), JudgeSettings())
    assert "untagged-region" in {finding.rule for finding in judged.findings}


@pytest.mark.parametrize("text", ["The towns of the north: Thurso, Wick.\n", "3. Sort the letters.\n"])
def test_a_string_that_asks_nobody_or_goes_on_is_a_part(text: str) -> None:
    judged = judge(_found(text, fragment=False), JudgeSettings())
    assert judged.findings == ()


def test_the_letter_of_the_standard_judges_parts_as_it_does_wholes() -> None:
    judged = judge(_found(TEXT, fragment=True), JudgeSettings("adr-0043"))
    assert judged.scores[3].verdict == "Fail"
