"""A linted description in every format: well-formed whatever it holds, with each finding, its place and what was done."""

import json
import re
from typing import get_args
from xml.etree import ElementTree as ET

import pyromark
from hypothesis import example, given, settings
from hypothesis import strategies as st

from remit.markup.places import Lines, Span
from remit.model.finding import Finding, Location
from remit.report import html
from remit.report.linted import DONE, LintedText, Noted, Outcome, counts, placed, verdict
from remit.report.linted_formats import FORMATS
from tests.unit.report.samples import AUDIT, EVIL
from tests.unit.report.test_hostile_text import UNSEEN, foreign, read, schema, severities, texts

PROVES = ("A4", "A6", "A7", "S8")


def noted(text: str, start: int, end: int, *, rule: str = "path.traversal", done: int = 0, said: str = "m") -> Noted:
    line, column = Lines.of(text).place(start)
    location = Location("task.md", line, column, Span(start, end))
    return Noted(Finding(rule, "high", said, location, text[start:end], why=said, help=said), DONE[done])


TEXT = "## Files Modified\n\n- ../x\n- src/a.py\n"
LINTED = LintedText(
    "task.md",
    TEXT,
    "refused",
    ("path.sensitive",),
    (noted(TEXT, 21, 25, said="path leads out: '../x'"), noted(TEXT, 28, 36, rule="path.sensitive", done=1)),
    "1.2.3",
)
HOSTILE = LintedText(
    "<b>,a:b|`c` 100%\udcff\n::error::.md",
    EVIL,
    "held",
    ("injection.phrase",),
    (
        noted(EVIL, 0, 30, said="<script>\u202e\n::error::x]]>"),
        noted(EVIL, 40, 41, rule="uni.bidi", done=2, said="a\x1b[2J"),
    ),
)
EMPTY = LintedText("task.md", "", "dispatchable")


@st.composite
def linted(draw: st.DrawFn) -> LintedText:
    text = draw(texts)
    found = []
    for _ in range(draw(st.integers(0, 4))):
        start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        each = noted(text, start, end, done=draw(st.integers(0, 4)), said=draw(texts) or "m")
        found.append(Noted(Finding(**{**fields(each.finding), "severity": draw(severities)}), each.done))  # type: ignore[arg-type]
    outcome: Outcome = draw(st.sampled_from(get_args(Outcome)))
    return LintedText(draw(texts) or "p", text, outcome, ("path.sensitive",), tuple(found))


def fields(finding: Finding) -> dict[str, object]:
    return {name: getattr(finding, name) for name in Finding.__dataclass_fields__}


@settings(max_examples=50)
@given(linted())
@example(HOSTILE)
@example(EMPTY)
def test_every_format_of_any_description_is_well_formed_and_obeys_nothing_of_it(each: LintedText) -> None:
    pages = {name: render(each) for name, render in FORMATS.items()}

    for name in ("text", "github", "markdown", "junit", "html"):
        assert UNSEEN.findall(pages[name]) == [], name
    assert pages["json"].isascii()
    assert len(json.loads(pages["json"])["findings"]) == len(each.found)
    log = json.loads(pages["sarif"])
    assert [error.message for error in schema().iter_errors(log)] == []
    assert len(log["runs"][0]["results"]) == len(each.found)
    assert len(ET.fromstring(pages["junit"].encode()).findall("testsuite/testcase")) == 1
    *commands, last, end = pages["github"].split("\n")
    assert (len(commands), last[:6], end) == (len(each.found), "task: ", "")
    assert all(re.match(r"::(error|warning|notice) file=[^,:]*,line=\d+,col=\d+", command) for command in commands)
    page = read(pages["html"])
    assert page.tags - read(html.render(AUDIT)).tags == set()
    assert (page.open, page.links) == ([], [])
    options = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
    assert [odd for odd in map(foreign, pyromark.events(pages["markdown"], options=options)) if odd] == []


def test_every_format_names_each_rule_its_place_and_what_was_done() -> None:
    for name, render in FORMATS.items():
        page = render(LINTED)
        assert "path.traversal" in page, name
        assert "refused" in page, name
        assert "held" in page, name
    result = json.loads(FORMATS["sarif"](LINTED))["runs"][0]["results"][0]
    assert result["properties"] == {"done": "refused"}
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 3


def test_what_is_underlined_is_not_quoted_once_more() -> None:
    assert [each.finding.message for each in placed(LINTED)] == ["path leads out", "m"]
    assert "path leads out: '../x'" in FORMATS["json"](LINTED)


def test_a_finding_that_stands_nowhere_quotes_nothing() -> None:
    missing = Finding(
        "md.missing_section", "high", "missing: 'Objective'", Location("t", 1, 1, Span(0, 0)), "Objective"
    )
    (each,) = placed(LintedText("t", TEXT, "refused", (), (Noted(missing, "refused"),)))

    assert (each.span, each.exact, each.finding.excerpt) == (None, False, "")
    assert each.finding.message == "missing: 'Objective'"


def test_a_hundred_findings_of_one_code_are_shown_ten_times_and_counted() -> None:
    text = "a\u200bb" * 100
    found = tuple(noted(text, 3 * each + 1, 3 * each + 2, rule="uni.zero_width", done=2) for each in range(100))
    page = FORMATS["text"](LintedText("t", text, "dispatchable", (), found))

    assert page.count("\n  uni.zero_width") == 11
    assert "uni.zero_width: 90 more\n" in page
    assert "100 dropped" in page


def test_the_verdict_says_for_what_a_person_is_asked() -> None:
    assert verdict(HOSTILE) == "held until a person decides: injection.phrase"
    assert verdict(EMPTY) == "dispatchable"
    assert counts(LINTED.found) == "1 refused, 1 held"
    assert counts(()) == "nothing found"
