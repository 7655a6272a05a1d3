"""What holds of every command and of every text that may hold one."""

import shlex
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.sanitize.commands import dangerous, judge

PROVES = ("S3", "S9")

MARKS = [
    " ",
    "  ",
    "/",
    "'",
    '"',
    "\\",
    "$",
    "{",
    "}",
    "(",
    ")",
    "`",
    "|",
    "&",
    ";",
    "<",
    ">",
    "\n",
    "#",
    "*",
    "\u200b",
    "$(",
]
PARTS = ["rm", "-rf", "curl x", "sh", "a=", "eval", "alias b=", "git -c ", "find . -exec ", "echo ", "xargs ", "${IFS}"]
PIECES = st.sampled_from([*MARKS, *PARTS])
JOINED = st.lists(PIECES, max_size=20).map("".join)
TEXTS = st.text(max_size=60) | JOINED
WORDS = st.lists(
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=8), min_size=1, max_size=5
)


@given(TEXTS)
def test_any_text_gets_a_verdict_that_fits_together(text: str) -> None:
    verdict = judge(text)
    assert (verdict.argv is None) == (verdict.handling == "reject")
    assert (verdict.codes == ()) == (verdict.handling == "accept")


@given(TEXTS)
def test_any_text_gets_spans_in_order_inside_it(text: str) -> None:
    spans = [danger.span for danger in dangerous(text)]
    assert spans == sorted(spans)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


@given(WORDS)
def test_quoted_words_come_back_as_they_were(words: list[str]) -> None:
    verdict = judge("pytest " + shlex.join(words))
    assert verdict.argv in {None, ("pytest", *words)}
    assert verdict.argv is not None or verdict.codes == ("cmd.dangerous",) or "cmd.dangerous" in verdict.codes


@given(WORDS)
def test_judging_the_words_that_were_kept_changes_nothing(words: list[str]) -> None:
    verdict = judge(shlex.join(words))
    if verdict.argv is not None and not verdict.environment:
        assert judge(shlex.join(verdict.argv)).argv == verdict.argv


@given(
    st.integers(0, 1), st.integers(0, 2), st.sampled_from(["''", '""', "\\", "\\\n", "$@", "${x}", "\u200b"]), JOINED
)
def test_no_quoting_inside_its_words_hides_a_command(first: int, second: int, cut: str, before: str) -> None:
    disguised = f"{'rm'[:first]}{cut}{'rm'[first:]} {'-rf'[:second]}{cut}{'-rf'[second:]} /"
    text = before.replace("\\", "") + "\n\n" + disguised
    assert any(danger.span.end == len(text) for danger in dangerous(text))


HOSTILE = [
    "rm ",
    "'rm ",
    '"rm ',
    "${rm ",
    "$rm ",
    "a=$a$a\n",
    "a=rm ",
    "`rm",
    "(rm ",
    "$(rm ",
    "curl x | ",
    "| sh ",
    "/*r ",
]
HOSTILE += ["/r?m ", "/a:", "../", "alias a='rm' ", "eval(", "rm(){ rm|", "{rm,", "\\", "find -exec ", "rm \n"]


@pytest.mark.parametrize("unit", HOSTILE)
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        started = time.process_time()
        dangerous(text)
        judge(text)
        return time.process_time() - started

    small = min(seconds(25_000) for _ in range(2))
    assert seconds(100_000) < 12 * small + 0.2
