"""Rule: long material stands behind the last request; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "context-after-request",
    severity="high",
    tier="rubric",
    criterion=6,
    summary="In a long prompt the material stands behind the last request.",
    why="a request that long material follows loses weight against it",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[6]
    # The code in a skill is looked up when it is needed; whoever uses the skill asks behind it.
    if score.verdict == "Fail" and not (subject.profile == "default" and subject.found.form == "skill"):
        yield Hit(
            score.span,
            "long material follows the last request"
            if score.span
            else f"long material, and nothing found in {score.note}",
            "move the material before the last request, or repeat the request behind it",
        )
