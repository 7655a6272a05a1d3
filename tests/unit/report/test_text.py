"""What a person at a terminal sees: carets under the deciding text, lines that fit, colours that are not needed."""

import re

import pytest

from remit.markup.places import Span
from remit.model.audited import AuditResult
from remit.model.finding import Finding, Location
from remit.model.scores import Judged
from remit.report import text
from remit.report.columns import around, fit, pad, width, wrap
from tests.unit.report.samples import AUDIT, EMPTY, scores

PROVES = ("A4", "A6")


def lines_for(line: str, excerpt: str, message: str = "here") -> list[str]:
    """The source line and its underline in a report on one prompt."""
    column = line.index(excerpt)
    location = Location("a.md", 1, column + 1, Span(column, column + len(excerpt)))
    found = Finding("some-rule", "high", message, location, excerpt)
    prompt = Judged("a", "a.md", 1, 1, "", line, scores("High", {}), (found,))
    return text.render(AuditResult("default", (prompt,))).split("\n")[2:4]


@pytest.mark.parametrize(
    ("line", "shown", "under"),
    [
        ("say what to do", "    1 | say what to do", "      |     ^^^^ here"),
        ("\twhat", "    1 |     what", "      |     ^^^^ here"),
        ("請 what 請", "    1 | 請 what 請", "      |    ^^^^ here"),
        ("e\u0301e\u0301 what", "    1 | e\u0301e\u0301 what", "      |    ^^^^ here"),
        ("\x1b[31m what", "    1 | \\x1b[31m what", "      |          ^^^^ here"),
        ("\u202e what", "    1 | \\u202e what", "      |        ^^^^ here"),
        ("what\nnext", "    1 | what", "      | ^^^^ here"),
        ("what\r\nnext", "    1 | what", "      | ^^^^ here"),
    ],
)
def test_carets_stand_under_the_deciding_text(line: str, shown: str, under: str) -> None:
    assert [shown, under] == lines_for(line, "what")


def test_wide_letters_are_underlined_in_their_whole_width() -> None:
    assert ["    1 | a 請把 b", "      |   ^^^^ here"] == lines_for("a 請把 b", "請把")


def test_a_long_line_is_cut_around_the_deciding_text() -> None:
    shown, under = lines_for("before " * 40 + "DECIDES " + "after " * 40, "DECIDES")

    assert len(shown) <= text.COLUMNS
    assert shown.startswith("    1 | …")
    assert shown.endswith("…")
    assert shown.index("DECIDES") == under.index("^^^^^^^")


def test_a_deciding_text_longer_than_a_line_keeps_its_start() -> None:
    shown, under = lines_for("x" * 500, "x" * 500)

    assert shown == "    1 | " + "x" * 71 + "…"
    assert under == "      | " + "^" * 72


def test_a_message_without_room_beside_the_carets_stands_below_them() -> None:
    found = Finding("some-rule", "high", "too long to stand there", Location("a.md", 1, 61, Span(60, 64)), "what")
    prompt = Judged("a", "a.md", 1, 1, "", "word " * 12 + "what", scores("High", {}), (found,))

    assert text.render(AuditResult("default", (prompt,))).split("\n")[3:5] == [
        "      | " + " " * 60 + "^^^^",
        "      | too long to stand there",
    ]


def test_a_file_that_holds_the_text_numbers_its_lines_as_the_file_does() -> None:
    location = Location("a.py", 41, 3, Span(1_007, 1_011))
    found = Finding("some-rule", "high", "here", location, "what")
    prompt = Judged("a", "a.py", 40, 9, "", "first\n  what", scores("High", {}), (found,))

    assert "   41 |   what" in text.render(AuditResult("default", (prompt,)))


def test_a_string_with_interpolations_shows_the_line_without_a_number() -> None:
    report = text.render(AUDIT)

    assert "      | {diff}\n      | ^^^^^^ the value" in report


def test_a_quotation_that_the_text_does_not_hold_is_shown_by_itself() -> None:
    found = Finding("some-rule", "high", "here", Location("a.md", 9, 9, Span(0, 4)), "gone")
    prompt = Judged("a", "a.md", 1, 1, "", "something else", scores("High", {}), (found,))

    assert "      | gone\n      | ^^^^ here" in text.render(AuditResult("default", (prompt,)))


def test_every_line_of_ours_fits_eighty_columns() -> None:
    assert [line for line in text.render(AUDIT).split("\n") if width(line) > 80] == []


def test_colours_add_nothing_but_themselves() -> None:
    coloured = text.render(AUDIT, text.ANSI)

    assert coloured != text.render(AUDIT)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text.render(AUDIT)


def test_the_worst_prompt_of_a_file_comes_first() -> None:
    def prompt(name: str, severity: str, line: int) -> Judged:
        found = Finding("r", "low", "m", Location("a.md", line, 1, Span(0, 0)))
        return Judged(name, "a.md", line, 1, "", "t", scores("Low" if severity == "Low" else "High", {}), (found,))

    report = text.render(AuditResult("default", (prompt("mild", "Low", 1), prompt("grave", "High", 9))))

    assert report.index("grave") < report.index("mild")


def test_an_audit_without_prompts_is_one_line() -> None:
    assert text.render(EMPTY) == "0 prompts in 0 files   0 High  0 Medium  0 Low\n"


def test_the_next_step_is_the_page_of_the_commonest_rule() -> None:
    assert text.render(AUDIT).endswith("next        remit explain request-not-first\n")


def test_a_rate_is_of_all_scored_prompts_and_none_where_the_criterion_applies_to_none() -> None:
    report = text.render(AUDIT)

    assert "1 leads 25%" in report
    assert "6 placement -" in report


@pytest.mark.parametrize(
    ("shown", "columns"),
    [("abc", 3), ("請把", 4), ("e\u0301", 1), ("👍", 2), ("👍\U0001f3fd", 2), ("Привет", 6), ("", 0)],
)
def test_a_text_has_the_width_that_a_terminal_gives_it(shown: str, columns: int) -> None:
    assert columns == width(shown)
    assert columns + 2 == width(pad(shown, columns + 2))


def test_words_wrap_at_blanks_and_a_word_that_is_too_long_is_broken() -> None:
    assert list(wrap("one two three four", 9)) == ["one two", "three", "four"]
    assert list(wrap("abcdefghij kl", 4)) == ["abcd", "efgh", "ij", "kl"]
    assert list(wrap("請把下面", 4)) == ["請把", "下面"]
    assert list(wrap("", 4)) == []


def test_a_cut_line_never_takes_more_than_its_columns() -> None:
    for columns in range(1, 30):
        for before, middle, after in (("a" * 40, "mid", "b" * 40), ("請" * 30, "請把", "請" * 30), ("", "x" * 90, "")):
            assert width("".join(around(before, middle, after, columns))) <= columns
    assert fit("abcdef", 4) == "abc…"
