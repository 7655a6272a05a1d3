"""Whatever stands in any field of an audit, each format stays well-formed, and nothing of it is obeyed."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree as ET

import pyromark
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from remit.markup.places import Lines, Span
from remit.model.audited import AuditResult
from remit.model.finding import Finding, Location, Replacement, Severity
from remit.model.found import PassedOver
from remit.model.scores import CriterionScore, Judged, PromptSeverity, Scores, Verdict
from remit.report import github, html, junit, markdown, sarif, text
from remit.report import json as json_report
from remit.report.formats import FORMATS
from tests.unit.report.samples import AUDIT, EMPTY, EVIL, HOSTILE

PROVES = ("A6", "A7")

SCHEMA = Path(__file__).parents[2] / "schemas/sarif-schema-2.1.0.json"
UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)

FRAGMENTS = (
    "<script>", "</code>", "</style>", "-->", "]]>", '"', "'", "`", "```", "|", "\n::error::", "%0A", "\r\n", "\t", "\x1b[2J",
    "\u202e", "\u200b", "\ud800", "\ufffe", "\x00", "<issue>", "</issue>", "[a](http://x.y)", "![a](b)", "# ", "    ", "> ", "- ",
    "https://x.y", "@you", "www.x.y", "&lt;", "\\", "e\u0301", "漢", "👨\u200d👩\u200d👧", "*", "_", "~~~", "<!--", "\U000e0041",
)  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=3)), max_size=8).map("".join)
severities: st.SearchStrategy[Severity] = st.sampled_from(get_args(Severity))
prompt_severities: st.SearchStrategy[PromptSeverity] = st.sampled_from(get_args(PromptSeverity))
verdicts: st.SearchStrategy[Verdict] = st.sampled_from(get_args(Verdict))


@st.composite
def findings(draw: st.DrawFn, body: str, path: str, pool: tuple[str, ...]) -> Finding:
    """One that quotes the prompt at its place, or claims anything at all."""
    start, end = sorted((draw(st.integers(0, len(body))), draw(st.integers(0, len(body)))))
    honest = draw(st.booleans())
    line, column = Lines.of(body).place(start) if honest else (draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    rule, message, why, help_text, claim = draw(st.permutations(pool))
    return Finding(
        rule=rule or "some-rule",
        severity=draw(severities),
        message=message,
        location=Location(path, line, column, Span(start, end)),
        excerpt=body[start:end] if honest else claim,
        why=why,
        help=help_text,
        criterion=draw(st.none() | st.integers(1, 8)),
        prompt=draw(st.none() | st.just(claim)),
        fix=Replacement(Span(start, end), claim, safe=True) if draw(st.booleans()) else None,
    )


@st.composite
def audits(draw: st.DrawFn) -> AuditResult:
    """Up to two prompts whose fields are all drawn from five texts."""
    pool = draw(st.tuples(texts, texts, texts, texts, texts))
    prompts = []
    for _ in range(draw(st.integers(0, 2))):
        name, path, form, body, note = draw(st.permutations(pool))
        decided = Span(0, len(body)) if draw(st.booleans()) else None
        verdict = draw(verdicts)
        criteria = tuple(CriterionScore(number, verdict, decided, note) for number in range(1, 9))
        severity = draw(prompt_severities)
        found = tuple(draw(st.lists(findings(body, path, pool), max_size=2)))
        prompts.append(Judged(name, path, draw(st.integers(1, 3)), 1, form, body, Scores(criteria, severity), found))
    passed_over = (PassedOver(pool[0], pool[1]),) if draw(st.booleans()) else ()
    return AuditResult(draw(st.sampled_from(["default", "adr-0043"])), tuple(prompts), passed_over, 1, 2)


@cache
def schema() -> Draft7Validator:
    return Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


class Page(HTMLParser):
    """The tags and attributes of a page, and whether each tag that must be closed is closed in its turn."""

    VOID = frozenset({"meta", "br"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> Page:
    reader = Page()
    reader.feed(page)
    reader.close()
    return reader


OUR_TAGS, OUR_ATTRIBUTES = read(html.render(AUDIT)).tags, read(html.render(AUDIT)).attributes


@settings(max_examples=50)
@given(audits())
@example(HOSTILE)
@example(EMPTY)
def test_json_is_one_ascii_object_that_holds_every_finding(audit: AuditResult) -> None:
    written = json_report.render(audit)

    assert written.isascii()
    assert written.count("\n") == 1
    value = json.loads(written)
    assert value["schema"] == "remit.findings/1"
    assert sorted(finding.message for prompt in audit.prompts for finding in prompt.findings) == sorted(
        finding["message"] for finding in value["findings"]
    )
    assert value["failed"] == audit.failed


@settings(max_examples=50)
@given(audits())
@example(HOSTILE)
@example(AUDIT)
@example(EMPTY)
def test_sarif_follows_the_published_schema(audit: AuditResult) -> None:
    log = json.loads(sarif.render(audit))

    assert [error.message for error in schema().iter_errors(log)] == []
    assert sum(len(prompt.findings) for prompt in audit.prompts) == len(log["runs"][0]["results"])


@settings(max_examples=50)
@given(audits())
@example(HOSTILE)
def test_junit_is_xml_with_a_case_a_prompt_and_true_counts(audit: AuditResult) -> None:
    root = ET.fromstring(junit.render(audit).encode())

    cases = root.findall("testsuite/testcase")
    assert len(audit.prompts) == len(cases)
    assert str(len(cases)) == root.get("tests")
    assert str(len(root.findall(".//failure"))) == root.get("failures")
    assert str(len(root.findall(".//error"))) == root.get("errors")


@settings(max_examples=50)
@given(audits())
@example(HOSTILE)
def test_an_annotation_is_one_line_and_no_line_begins_with_text_of_others(audit: AuditResult) -> None:
    *commands, last, end = github.render(audit).split("\n")

    assert end == ""
    assert not last.startswith("::")
    assert sum(len(prompt.findings) for prompt in audit.prompts) == len(commands)
    for command in commands:
        assert re.fullmatch(
            r"::(error|warning|notice) file=[^,:]*,line=\d+,col=\d+(,endLine=\d+,endColumn=\d+)?,title=[^,:]*::.*",
            command,
        )


@settings(max_examples=50)
@given(audits())
@example(HOSTILE)
@example(AUDIT)
def test_no_format_for_eyes_holds_a_sign_that_a_terminal_obeys_or_nobody_sees(audit: AuditResult) -> None:
    for render in (text.render, github.render, markdown.render, junit.render, html.render):
        assert UNSEEN.findall(render(audit)) == []


@settings(max_examples=50)
@given(audits())
@example(HOSTILE)
def test_a_page_has_our_tags_alone_and_links_only_into_itself(audit: AuditResult) -> None:
    page = read(html.render(audit))

    assert page.tags - OUR_TAGS == set()
    assert page.attributes - OUR_ATTRIBUTES == set()
    assert page.open == []
    assert [link for link in page.links if not re.fullmatch(r"#p\d+", link)] == []


@settings(max_examples=50)
@given(audits())
@example(HOSTILE)
def test_markdown_holds_no_link_image_or_html_of_others(audit: AuditResult) -> None:
    events = pyromark.events(
        markdown.render(audit), options=pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
    )

    assert [each for each in map(foreign, events) if each] == []


def foreign(event: Any) -> str:
    """What an event shows that only text of others can have brought in."""
    if not isinstance(event, dict):
        return ""
    for kind in ("Html", "InlineHtml"):
        if event.get(kind, "<!-- -->") != "<!-- -->":
            return str(event)
    start = event.get("Start", "")
    name = next(iter(start)) if isinstance(start, dict) else start
    return str(event) if name in ("Link", "Image", "HtmlBlock", "BlockQuote", "Strikethrough", "Emphasis") else ""


def test_a_page_shows_the_hostile_text_itself() -> None:
    words = "".join(read(html.render(HOSTILE)).words)

    assert "</code></pre><script>alert(1)</script>" in words
    assert "<img src=x onerror=alert(1)>" in words
    assert "ig\\u200bnore <iss\\xadue>" in words


def test_a_page_lets_in_its_own_style_and_nothing_else() -> None:
    page = html.render(HOSTILE)

    assert "default-src 'none'; style-src 'sha256-" in page
    assert " style=" not in page
    assert "unsafe" not in page


@pytest.mark.parametrize("format_name", sorted(FORMATS))
def test_a_report_of_many_findings_in_one_long_line_grows_with_their_number_alone(format_name: str) -> None:
    def audit(count: int) -> AuditResult:
        body = EVIL.replace("\n", " ") * count
        step = len(body) // count
        found = tuple(
            Finding("r", "low", "m", Location("p", 1, 1 + step * index, Span(step * index, step * index + 6)), "Return")
            for index in range(count)
        )
        scores = Scores(tuple(CriterionScore(number, "Pass", None, "") for number in range(1, 9)), "Low")
        return AuditResult("default", (Judged("n", "p", 1, 1, "", body, scores, found),))

    small, large = (len(FORMATS[format_name](audit(count))) for count in (20, 200))

    assert large < 11 * small
