"""Rule: nothing fixes the form of the answer; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "output-contract-absent",
    severity="medium",
    tier="rubric",
    criterion=5,
    summary="Nothing fixes the form of the answer.",
    why="whoever reads the answer, a person or a program, cannot rely on its form",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[5]
    if score.verdict == "Fail":
        yield Hit(
            None,
            "nothing in the prompt fixes the form of the answer",
            'say what the answer looks like, such as "Respond with one JSON object and no other text."',
        )
