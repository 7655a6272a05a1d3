"""Where findings stand: in files, in strings inside files, in texts that only a rendering knows."""

import json

import pytest

from remit.markup.places import Lines, Span
from remit.model.audited import AuditResult, FailOn
from remit.model.finding import Finding, Location, Replacement, Severity
from remit.model.scores import Judged, PromptSeverity
from remit.report import html, sarif
from remit.report import json as json_report
from remit.report.placing import placed
from remit.report.regions import lines_of
from tests.unit.report.samples import AUDIT, scores

PROVES = ("A4", "A6")

SOURCE = 'x = 1\nPROMPT = """Say héllo 👍 to <b>them</b>.\nThen stop."""\n'
START = SOURCE.index("Say")


def in_source(excerpt: str, fix: Replacement | None = None) -> AuditResult:
    """An audit of the string in SOURCE, with one finding at the excerpt."""
    body = SOURCE[START : SOURCE.index('"""\n')]
    at = SOURCE.index(excerpt)
    line, column = Lines.of(SOURCE).place(at)
    found = Finding("r", "high", "m", Location("a.py", line, column, Span(at, at + len(excerpt))), excerpt, fix=fix)
    first = Lines.of(SOURCE).place(START)
    return AuditResult("default", (Judged("p", "a.py", *first, "", body, scores("High", {}), (found,)),))


def region(audit: AuditResult) -> dict[str, object]:
    result = json.loads(sarif.render(audit))["runs"][0]["results"][0]
    found: dict[str, object] = result["locations"][0]["physicalLocation"]["region"]
    return found


@pytest.mark.parametrize("excerpt", ["Say", "héllo 👍", "<b>", "Then", "stop."])
def test_a_sarif_region_cuts_the_deciding_text_out_of_the_file(excerpt: str) -> None:
    found = region(in_source(excerpt))
    line = SOURCE.split("\n")[int(str(found["startLine"])) - 1]

    assert excerpt == line[int(str(found["startColumn"])) - 1 : int(str(found["endColumn"])) - 1]


def test_a_sarif_fix_replaces_what_the_finding_says() -> None:
    at = SOURCE.index("<b>them</b>")
    log = json.loads(sarif.render(in_source("<b>", Replacement(Span(at, at + 11), "them", safe=True))))
    replacement = log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"][0]

    assert replacement["deletedRegion"] == {"startLine": 2, "startColumn": 28, "endLine": 2, "endColumn": 39}
    assert replacement["insertedContent"] == {"text": "them"}


def test_a_string_whose_text_is_not_the_files_has_no_end_and_no_fix_in_sarif() -> None:
    review = next(prompt for prompt in AUDIT.prompts if prompt.name == "review_prompt")

    assert region(AuditResult("default", (review,))) == {"startLine": 88, "startColumn": 12}


def test_a_quotation_is_looked_for_first_where_its_criterion_was_decided() -> None:
    body = "x {v} y {v} z"
    found = Finding("r", "high", "m", Location("a.py", 7, 3, Span(50, 50)), "{v}", criterion=3)
    judged = Judged("p", "a.py", 7, 3, "f-string", body, scores("High", {3: "Fail"}, {3: Span(8, 11)}), (found,))

    assert [(each.span, each.exact) for each in placed(judged)] == [(Span(8, 11), False)]


def test_scores_name_the_first_line_of_what_decided_and_its_place() -> None:
    body = "one\ntwo three\nfour"
    judged = Judged("p", "a.md", 1, 1, "", body, scores("Low", {}, {2: Span(8, 18)}), ())
    value = json.loads(json_report.render_scores(AuditResult("default", (judged,))))

    assert value["schema"] == "remit.scores/1"
    assert value["prompts"][0]["evidence"]["2"] == {"line": 2, "column": 5, "text": "three"}
    assert value["prompts"][0]["evidence"]["1"] is None
    assert value["prompts"][0]["criteria"]["8"] == "Pass"


def test_pieces_put_together_are_the_text_without_its_line_ends() -> None:
    body = "<issue>a\r\n<b>x</b>\n\n</issue> tail\n<c>\n"
    lines = lines_of(body, [Span(7, 12), None, Span(8, 30)])

    assert ["".join(body[piece.start : piece.end] for piece in line.pieces) for line in lines] == [
        "<issue>a",
        "<b>x</b>",
        "",
        "</issue> tail",
        "<c>",
        "",
    ]


def test_a_piece_knows_its_innermost_region_and_the_marks_over_it() -> None:
    body = "say <issue>it <example>so</example></issue>."
    (line,) = lines_of(body, [Span(11, 13)])

    assert [(body[piece.start : piece.end], piece.role, piece.tag, piece.marked) for piece in line.pieces] == [
        ("say ", None, False, False),
        ("<issue>", "data", True, False),
        ("it", "data", False, True),
        (" ", "data", False, False),
        ("<example>", "sample", True, False),
        ("so", "sample", False, False),
        ("</example>", "sample", True, False),
        ("</issue>", "data", True, False),
        (".", None, False, False),
    ]


def test_a_page_folds_long_stretches_but_never_a_finding() -> None:
    body = "\n".join(f"line {number}" for number in range(1, 101))
    at = body.index("line 50")
    found = Finding("r", "high", "m", Location("a.md", 50, 1, Span(at, at + 7)), "line 50")
    page = html.render(AuditResult("default", (Judged("p", "a.md", 1, 1, "", body, scores("High", {}), (found,)),)))

    folds = [part.split("</details>")[0] for part in page.split('<details class="fold">')[1:]]
    assert ["43 lines" in folds[0], "45 lines" in folds[1]] == [True, True]
    assert all("<mark>" not in fold for fold in folds)
    assert all(f">line {number}<" in page for number in range(1, 101))


@pytest.mark.parametrize(
    ("severity", "finding", "failing"),
    [
        ("High", None, {"high", "medium", "any"}),
        ("Unscored", None, {"high", "medium", "any"}),
        ("Medium", None, {"medium", "any"}),
        ("Low", None, set()),
        ("Low", "high", {"high", "medium", "any"}),
        ("Low", "medium", {"medium", "any"}),
        ("Low", "note", {"any"}),
    ],
)
def test_a_prompt_fails_by_its_severity_or_by_its_worst_finding(
    severity: PromptSeverity, finding: Severity | None, failing: set[str]
) -> None:
    location = Location("a.md", 1, 1, Span(0, 0))
    found = (Finding("r", finding, "m", location),) if finding else ()
    judged = Judged("p", "a.md", 1, 1, "", "t", scores(severity, {}), found)
    thresholds: tuple[FailOn, ...] = ("high", "medium", "any", "never")

    assert failing == {each for each in thresholds if AuditResult("default", (judged,), fail_on=each).failed}
