"""Rule: a structured answer is asked for without a sample; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "example-absent",
    severity="medium",
    tier="advisory",
    criterion=4,
    summary="A structured answer is asked for and no sample of one is shown.",
    why="a sample fixes names, types and nesting that a description leaves open",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[4]
    if score.verdict == "Fail" and not (subject.profile == "default" and subject.found.form == "skill"):
        yield Hit(
            score.span,
            "a structured answer is asked for, and no sample of one is shown",
            "show one answer with real values, between <example> and </example>",
        )
