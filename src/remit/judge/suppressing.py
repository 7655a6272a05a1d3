"""What the comments at a prompt silence, and what is wrong with them; it must not know how a finding was made.

A comment silences the findings of its rule at its prompt if it gives a reason. One without a reason silences nothing: it is a
finding, and so is one that names no rule, or a rule that finds nothing there.
"""

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from remit.judge.rules.rule import Rule
from remit.markup.places import Span
from remit.model.finding import Finding, Location
from remit.model.found import FoundPrompt, Suppression

WITHOUT_REASON = Rule(
    "suppression-without-reason",
    severity="medium",
    tier="advisory",
    summary="A comment silences a rule and gives no reason.",
    why="whoever reads it next cannot tell whether it still holds",
)
UNUSED = Rule(
    "suppression-unused",
    severity="low",
    tier="advisory",
    summary="A comment silences a rule that finds nothing there.",
    why="it would silence the next finding of that rule, which nobody has seen yet",
)
UNKNOWN = Rule(
    "suppression-unknown",
    severity="low",
    tier="advisory",
    summary="A comment silences a rule that does not exist.",
    why="what it was meant to silence is not silenced",
)
SUPPRESSION_RULES: tuple[Rule, ...] = (WITHOUT_REASON, UNUSED, UNKNOWN)


class Suppressed(NamedTuple):
    """The findings that are left, those that comments silenced, and the findings on the comments themselves."""

    left: tuple[Finding, ...]
    silenced: tuple[Finding, ...]
    of_comments: tuple[Finding, ...]


def suppress(
    found: FoundPrompt, findings: Sequence[Finding], *, known: Collection[str], looked_for: Collection[str]
) -> Suppressed:
    """A prompt's findings after its comments; `known` are all rules there are, `looked_for` those that could have found something."""
    reasoned = {each.rule for each in found.suppressions if each.reason}
    hit = {finding.rule for finding in findings}
    of_comments = [
        finding
        for each in dict.fromkeys(found.suppressions)
        for finding in [_of_comment(found, each, known=known, hit=hit, looked_for=looked_for)]
        if finding
    ]
    return Suppressed(
        tuple(finding for finding in findings if finding.rule not in reasoned),
        tuple(finding for finding in findings if finding.rule in reasoned),
        tuple(finding for finding in of_comments if finding.rule in looked_for and finding.rule not in reasoned),
    )


def _of_comment(
    found: FoundPrompt,
    comment: Suppression,
    *,
    known: Collection[str],
    hit: Collection[str],
    looked_for: Collection[str],
) -> Finding | None:
    rule = comment.rule
    if rule not in known:
        near = get_close_matches(rule, sorted(known), n=1)
        help_ = f"did you mean '{near[0]}'?" if near else "remit explain lists the rules"
        return _finding(found, UNKNOWN, comment, f"no rule has the name '{rule}'", help_)
    if not comment.reason:
        message = f"'{rule}' is silenced without a reason, and so it is not"
        return _finding(found, WITHOUT_REASON, comment, message, "write the reason behind the bracket")
    if rule in looked_for and rule not in hit and rule not in _OF_COMMENTS:
        return _finding(found, UNUSED, comment, f"'{rule}' finds nothing here", "delete the comment")
    return None


_OF_COMMENTS = frozenset(rule.ident for rule in SUPPRESSION_RULES)


def _finding(found: FoundPrompt, rule: Rule, comment: Suppression, message: str, help_: str) -> Finding:
    return Finding(
        rule.ident,
        rule.severity,
        message,
        Location(found.path, comment.line, 1, Span(found.start, found.start)),
        why=rule.why,
        help=help_,
        prompt=found.name,
        tier=rule.tier,
    )
