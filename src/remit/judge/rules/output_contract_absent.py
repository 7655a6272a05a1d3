"""Rule: nothing fixes the form of the answer; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.hints import hints_at_form
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "output-contract-absent",
    severity="medium",
    tier="advisory",
    criterion=5,
    summary="Nothing fixes the form of the answer.",
    why="whoever reads the answer, a person or a program, cannot rely on its form",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[5]
    if score.verdict == "Fail" and not (subject.profile == "default" and _is_hinted(subject)):
        yield Hit(
            None,
            "nothing in the prompt fixes the form of the answer",
            'say what the answer looks like, such as "Respond with one JSON object and no other text."',
        )


def _is_hinted(subject: Subject) -> bool:
    """Whether the form of the answer is spoken of, or the answer is that of another prompt, as with a skill."""
    return subject.found.form == "skill" or hints_at_form(subject.structure.prose.text)
