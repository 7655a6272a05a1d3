"""Rule: the answer is not specified; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "answer-underspecified",
    severity="medium",
    tier="rubric",
    criterion=2,
    summary="The prompt does not say what the answer is, what it holds, or when it is good enough.",
    why="what is left open is decided anew on every call",
)
_LACKS = "which lacks "


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[2]
    if score.verdict in ("Fail", "Partial"):
        lacking = score.note.partition(_LACKS)[2]
        yield Hit(
            score.span,
            f"nothing in the prompt gives {lacking}",
            "say what is to be returned, name its fields or parts, and say what makes it acceptable",
            "low" if score.verdict == "Partial" else None,
        )
