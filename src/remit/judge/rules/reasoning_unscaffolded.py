"""Rule: a judgement is asked for without room to reason; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "reasoning-unscaffolded",
    severity="medium",
    tier="advisory",
    criterion=7,
    summary="A judgement is asked for and reasoning has no place before it.",
    why="a verdict that is written first is defended afterwards, not reached",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[7]
    if score.verdict == "Fail":
        yield Hit(
            score.span,
            "a judgement is asked for, and reasoning has no place before it",
            'ask for the reasons first, such as "Think it through in <thinking> before you decide."',
        )
