"""Scoring of any text: it ends with eight verdicts, says the same twice, and points into the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.judge.scoring import score
from remit.model.scores import PROFILES, ProfileName

PROVES = ("A2", "A7")

SENTENCES = (
    "Return only JSON. ",
    "You are a clerk. ",
    "If the diff is empty, stop.\n",
    "Choose one; ",
    "Write it. ",
    "if not, ",
)
TAGS = ("<issue>", "</issue>", "<a>", "</a>", "<a></a>", "<thinking>", "<!--", "-->")
BLOCKS = (
    "```\n",
    "~~~\n",
    "> ",
    "- ",
    "1. ",
    "# Examples\n",
    "\n",
    "\n\n",
    "    ",
    "\t",
    "=====\n",
    "---\n",
    "--- a\n",
    "+b\n",
    "\r\n",
)
HUNKS = ("@@ -1,2 +1,2 @@\n", "@@ -1,9 +1,9 @@\n")
LABELS = (
    "Input: a\n",
    "Q: a\nA: b\n",
    "Answer: b\n",
    "Output format:\n",
    "Example: ",
    "Example:\n\n",
    "e.g. ",
    ":",
    ". ",
    ".",
)
SPANS = (
    "`",
    "``",
    "`` ` ``` ",
    '{"a": 1}',
    '{"a": ',
    "[[",
    "]",
    "{x}",
    "${",
    "\u201c",
    "\u201d",
    "'",
    '"',
    "* ",
    "'\" ",
)
LETTERS = ("word ", "if ", " ", "\u0130", "\x01", "\x02", "\ud800", "\u00a0", "\u00e9 ", "must be `a`, ")
UNITS = (*SENTENCES, *TAGS, *BLOCKS, *HUNKS, *LABELS, *SPANS, *LETTERS)
PIECES = st.sampled_from(UNITS)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=60).map("".join))
BOTH = pytest.mark.parametrize("profile", sorted(PROFILES))


@BOTH
@given(text=TEXTS)
def test_any_text_gets_eight_verdicts_that_are_the_same_twice(profile: ProfileName, text: str) -> None:
    scores = score(text, profile)

    assert 8 == len(scores.criteria)
    assert scores == score(text, profile)


@BOTH
@given(text=TEXTS)
def test_evidence_lies_inside_the_text(profile: ProfileName, text: str) -> None:
    for it in score(text, profile).criteria:
        if it.span is not None:
            assert 0 <= it.span.start <= it.span.end <= len(text)


@BOTH
@pytest.mark.parametrize("unit", UNITS)
def test_long_monotonous_text_is_judged(profile: ProfileName, unit: str) -> None:
    text = unit * (100_000 // len(unit))

    assert 8 == len(score(text, profile).criteria)


@BOTH
def test_a_hundred_thousand_nested_regions_are_judged(profile: ProfileName) -> None:
    text = "<a>" * 100_000 + "</a>" * 100_000

    assert 8 == len(score(text, profile).criteria)
