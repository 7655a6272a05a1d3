"""Comments that silence rules: what they silence, and what is found on them."""

from remit.judge.suppressing import suppress
from remit.markup.places import Span
from remit.model.finding import Finding, Location
from remit.model.found import FoundPrompt, Suppression

PROVES = ("A4",)

PLACE = Location("prompts/triage.md", 3, 1, Span(20, 30))
STRAY = Finding("tag-stray", "low", "'</issue>' closes nothing", PLACE)
REPEATED = Finding("instruction-repeated", "note", "said twice", PLACE)
KNOWN = {
    "tag-stray", "tag-unclosed", "instruction-repeated",
    "suppression-without-reason", "suppression-unused", "suppression-unknown",
}  # fmt: skip


def prompt(*comments: Suppression) -> FoundPrompt:
    text = "Return one label."
    return FoundPrompt("triage", "prompts/triage.md", "file", text, 0, 1, 1, exact=True, suppressions=comments)


def of_comments(*comments: Suppression, looked_for: set[str] = KNOWN) -> list[tuple[str, int, str]]:
    found = suppress(prompt(*comments), [STRAY, REPEATED], known=KNOWN, looked_for=looked_for)
    return [(finding.rule, finding.location.line, finding.message) for finding in found.of_comments]


def test_a_comment_with_a_reason_silences_its_rule_and_no_other() -> None:
    found = suppress(
        prompt(Suppression("tag-stray", "the tag is shown on purpose", 1)),
        [STRAY, REPEATED],
        known=KNOWN,
        looked_for=KNOWN,
    )

    assert (found.left, found.silenced, found.of_comments) == ((REPEATED,), (STRAY,), ())


def test_a_comment_without_a_reason_silences_nothing_and_is_a_finding() -> None:
    found = suppress(prompt(Suppression("tag-stray", "", 7)), [STRAY], known=KNOWN, looked_for=KNOWN)

    assert (found.left, found.silenced) == ((STRAY,), ())
    assert [(each.rule, each.severity, each.location.line) for each in found.of_comments] == [
        ("suppression-without-reason", "medium", 7)
    ]


def test_a_comment_for_a_rule_that_finds_nothing_is_a_finding() -> None:
    assert of_comments(Suppression("tag-unclosed", "long ago", 2)) == [
        ("suppression-unused", 2, "'tag-unclosed' finds nothing here")
    ]


def test_a_comment_for_a_rule_that_was_not_looked_for_may_still_be_needed() -> None:
    assert of_comments(Suppression("tag-unclosed", "long ago", 2), looked_for=KNOWN - {"tag-unclosed"}) == []


def test_a_comment_for_no_rule_is_a_finding_that_names_the_nearest() -> None:
    found = suppress(prompt(Suppression("tag-stry", "on purpose", 2)), [STRAY], known=KNOWN, looked_for=KNOWN)

    assert [(each.rule, each.message, each.help) for each in found.of_comments] == [
        ("suppression-unknown", "no rule has the name 'tag-stry'", "did you mean 'tag-stray'?")
    ]
    assert found.left == (STRAY,)


def test_a_comment_written_twice_is_one_finding_for_each_line() -> None:
    once = Suppression("tag-unclosed", "long ago", 2)

    assert [line for _, line, _ in of_comments(once, once, Suppression("tag-unclosed", "long ago", 4))] == [2, 4]


def test_the_findings_on_comments_can_be_silenced_or_left_out_as_well() -> None:
    unused = Suppression("tag-unclosed", "needed on another branch", 2)

    assert of_comments(unused, Suppression("suppression-unused", "branches differ", 3)) == []
    assert of_comments(unused, looked_for=KNOWN - {"suppression-unused"}) == []


def test_a_finding_on_a_comment_stands_on_the_line_of_the_comment() -> None:
    found = suppress(prompt(Suppression("tag-stry", "on purpose", 9)), [], known=KNOWN, looked_for=KNOWN)

    assert found.of_comments[0].location == Location("prompts/triage.md", 9, 1, Span(0, 0))
