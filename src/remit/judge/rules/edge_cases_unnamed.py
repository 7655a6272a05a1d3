"""Rule: no exceptional case is met; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.hints import hints_at_cases
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "edge-cases-unnamed",
    severity="medium",
    tier="advisory",
    criterion=8,
    summary="No exceptional case is named with what to do then.",
    why="input that nobody foresaw is answered with an invention",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[8]
    if score.verdict == "Fail" and not (subject.profile == "default" and hints_at_cases(subject.text.lower())):
        yield Hit(
            None,
            "nothing says what to do when the input is empty, cut off, unclear or not what was expected",
            'name the cases and what to do then, such as "If the issue is empty, answer unclear."',
        )
