"""Rule: the prompt does not open with its request; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "request-not-first",
    severity="high",
    tier="advisory",
    criterion=1,
    summary="The prompt does not open with what it asks for.",
    why="what comes before the request is read without knowing what it is for",
)
_HELP = "open with the request in one sentence; role and material may follow"


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[1]
    if score.verdict == "Partial":
        yield Hit(score.span, f"the first request stands in {score.note}", _HELP, "low")
    elif score.verdict == "Fail":
        said = f"no request found in {score.note.removesuffix(', for a request')}"
        yield Hit(None, said, _HELP)
