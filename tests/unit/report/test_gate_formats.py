"""The gate's formats, with any text in any field; they must not know how the gate decides."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.model.baseline import Verdicts
from remit.model.gate import GateResult, Measured, Problem, Rendition, Standing
from remit.model.scores import CriterionScore, Judged, Scores
from remit.report import gate_github, gate_html, gate_json, gate_junit, gate_markdown, gate_sarif, gate_text
from remit.report.gate_tally import Change, changes, counts
from remit.report.text import ANSI

PROVES = ("A6", "G8")

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas/sarif-schema-2.1.0.json").read_text())
GOOD: Verdicts = ("Pass",) * 8
HOSTILE = "</code><script>alert(1)</script>\x1b[31m\u202e::error::x%0A|`]](http://x) <img src=x onerror=alert(1)>"
TEXT = "Classify the issue.\n\n<issue>\nIt dies.\n</issue>\n"


def result(text: str = "x", problem: Problem | None = None) -> GateResult:
    small, large = (Measured(n, n // 4, {"default": "N/A", "adr-0043": "N/A"}) for n in (100, 48_000))
    rendition = Rendition(text, text, text, text, 3, TEXT + text)
    standing = Standing(
        rendition, "d", {"default": GOOD, "adr-0043": GOOD}, {"default": "Low", "adr-0043": "Low"}, small, large
    )
    found = problem or Problem(text, "worse", text, text, "edge-cases-unnamed", 8, "Pass", "Fail", True, text or "a", 3)
    return GateResult(
        "default",
        (standing,),
        (found,),
        {text: TEXT},
        excepted=(found,),
        held=1,
        base=text,
        network="a network namespace",
        budget_tokens=10_000,
        version="1",
    )


def judged(text: str) -> Judged:
    scores = Scores(tuple(CriterionScore(number, "Pass", None, text) for number in range(1, 9)), "Low")
    return Judged(text, text, 1, 1, text, TEXT + text, scores, ())


texts = st.text(max_size=80) | st.just(HOSTILE)
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]")


@given(texts)
def test_json_is_one_line_of_ascii(text: str) -> None:
    written = gate_json.render(result(text))

    assert written.isascii()
    assert written.count("\n") == 1
    assert text == json.loads(written)["problems"][0]["prompt"]


@given(texts)
def test_sarif_is_valid(text: str) -> None:
    jsonschema.validate(json.loads(gate_sarif.render(result(text))), SCHEMA)


@given(texts)
def test_junit_is_xml_with_a_case_for_each_prompt(text: str) -> None:
    root = ET.fromstring(gate_junit.render(result(text)))

    assert ("1", "1") == (root.get("tests"), root.get("failures"))
    assert 1 == len(list(root.iter("testcase")))


@given(texts)
def test_what_a_person_reads_holds_nothing_that_a_terminal_obeys(text: str) -> None:
    for written in (
        gate_text.render(result(text)),
        gate_markdown.render(result(text)),
        gate_github.render(result(text)),
    ):
        assert CONTROL.search(written) is None


@given(texts)
def test_annotations_are_one_command_a_problem(text: str) -> None:
    lines = gate_github.render(result(text)).splitlines()

    assert [True, False] == [line.startswith("::") for line in lines]


class Tags(HTMLParser):
    """The names of all tags, and of attributes that could do something."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.handlers: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.handlers |= {name for name, value in attrs if name.startswith("on") or "script:" in (value or "")}


@given(texts)
def test_a_page_holds_no_tag_but_its_own(text: str) -> None:
    page = Tags()
    page.feed(gate_html.render(result(text), [judged(text)]))

    assert {"script", "img", "iframe", "link", "object"} & page.tags == set()
    assert page.handlers == set()


def test_a_page_shows_before_and_after_side_by_side() -> None:
    changed = replace(result("triage"), snapshots={"triage": TEXT.replace("dies", "died") + "triage"})
    written = gate_html.render(changed, [judged("triage")])

    assert re.search(
        r'<div class="pair changed"><div class="side was">.*It died\..*\n</div><div class="side is">.*It dies\..*\n</div></div>',
        written,
    )
    assert '<b class="Pass">Pass</b> to <b class="Fail">Fail</b>' in written


def test_a_result_that_passed_says_so_in_every_format() -> None:
    passed = replace(result("triage"), problems=(), snapshots={})

    assert json.loads(gate_json.render(passed))["passed"] is True
    assert "gate: passed   1 held, 1 excepted by override\n" in gate_text.render(passed)
    assert "# Prompt gate: passed\n" in gate_markdown.render(passed)
    assert [] == json.loads(gate_sarif.render(passed))["runs"][0]["results"]
    assert "0" == ET.fromstring(gate_junit.render(passed)).get("failures")
    assert "gate: passed: 1 held, 1 excepted by override\n" == gate_github.render(passed)
    assert '<span class="Pass">passed</span>' in gate_html.render(passed)


def test_both_sizes_stand_beside_each_other_with_what_is_over_the_budget() -> None:
    assert "25 N/A  ->  12,000 N/A (2,000 over the budget)\n" in gate_text.render(result("triage"))


def test_colour_says_nothing_that_words_do_not() -> None:
    coloured = gate_text.render(result("triage"), ANSI)

    assert gate_text.render(result("triage")) == re.sub(r"\x1b\[[\d;]*m", "", coloured)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a\nb", "a\nb", []),
        ("a\nb", "a\nc", [Change("-", "b"), Change("+", "c")]),
        ("", "a", [Change("+", "a")]),
        ("a\nb\nc", "a\nc", [Change("-", "b")]),
    ],
)
def test_changes_are_the_lines_that_went_and_came(before: str, after: str, expected: list[Change]) -> None:
    assert expected == list(changes(before, after))


def test_counts_name_what_is_better_apart() -> None:
    gain = Problem("a", "baseline-stale", "", criterion=3, before="Fail", after="Pass")
    stale = Problem("b", "baseline-stale", "")

    assert ["1 to record", "1 held", "1 excepted by override", "1 better (record it)"] == counts(
        replace(result("triage"), problems=(gain, stale))
    )
