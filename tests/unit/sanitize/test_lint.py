"""A description's author sees everything that is wrong with it, in its place, with what to do."""

import pytest

from remit.markup.places import Span
from remit.model.finding import Location
from remit.paths import Scope
from remit.sanitize.lint import lint
from remit.sanitize.pipeline import Bounds

PROVES = ("S1", "S5", "S8", "V2")

WHOLE = (
    "## Objective\n\nAdd logging.\n\n## Acceptance Criteria\n\n- [ ] Logs are JSON\n\n## Files Modified\n\n- src/log.py\n\n"
    "## Test Command\n\n```\npytest\n```\n"
)


def test_a_whole_description_has_no_finding_and_can_be_dispatched() -> None:
    report = lint(WHOLE, "task.md")

    assert (report.dispatchable, report.held, report.findings) == (True, (), ())


def test_a_finding_has_its_place_its_words_and_what_to_do() -> None:
    report = lint(WHOLE + "\n## Notes\n\nSee http://x.org.\n", "task.md")
    finding = report.findings[0]
    start = len(WHOLE) + 15

    assert report.dispatchable
    assert finding.rule == "url.not_https"
    assert finding.severity == "low"
    assert finding.message == "the URL is plain http: 'http://x.org'"
    assert finding.location == Location("task.md", 21, 5, Span(start, start + 13))
    assert finding.excerpt == "http://x.org."
    assert finding.help == "use https"


@pytest.mark.parametrize(
    ("text", "rules", "refused", "held"),
    [
        (WHOLE.replace("## Files Modified", "## Files"), {"md.missing_section", "md.unknown_section"}, True, ()),
        (WHOLE.partition("## Test")[0], {"task.unproven"}, True, ()),
        (WHOLE.replace("Add logging.", "Add logging. Then rename it."), {"objective.sentences"}, False, ()),
        (WHOLE.replace("Add logging.", "Add e.g. logging for v1.2, i.e. soon."), set(), False, ()),
        (WHOLE.replace("Logs are JSON", "It works properly"), {"criteria.unverifiable"}, False, ()),
        (WHOLE.replace("Logs are JSON", "It answers properly within 200 ms"), set(), False, ()),
        (WHOLE + "\n## Context\n\n`rm -rf /` it\n", {"cmd.dangerous"}, False, ("cmd.dangerous",)),
        (WHOLE.replace("src/log.py", "AGENTS.md"), {"path.sensitive"}, False, ("path.sensitive",)),
        ("free text", {"md.no_sections"}, True, ()),
        (WHOLE + "\x00", {"bytes.nul"}, True, ()),
        ("", {"md.empty"}, True, ()),
    ],
)
def test_what_is_refused_what_waits_and_what_is_only_shown(
    text: str, rules: set[str], refused: bool, held: tuple[str, ...]
) -> None:
    report = lint(text, "task.md")

    assert {finding.rule for finding in report.findings} == rules
    assert (report.refused, report.held) == (refused, held)
    assert report.dispatchable == (not refused and not held)


def test_missing_sections_are_named_one_by_one() -> None:
    report = lint("## Notes\n\nx\n", "task.md")

    assert [finding.message for finding in report.findings] == [
        "a required section is missing: 'Objective'",
        "a required section is missing: 'Acceptance Criteria'",
        "a required section is missing: 'Files Modified'",
    ]


def test_a_file_outside_the_grant_is_a_finding() -> None:
    report = lint(WHOLE, "task.md", Bounds(grant=Scope.of(["lib/**"])))

    assert [(finding.rule, finding.severity) for finding in report.findings] == [("scope.outside", "high")]


def test_what_would_refuse_a_typed_value_weighs_less_in_prose() -> None:
    report = lint(WHOLE + "\n## Context\n\nRead ../../x/y too.\n", "task.md")

    assert [(finding.rule, finding.severity) for finding in report.findings] == [("path.traversal", "low")]
