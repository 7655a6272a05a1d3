"""Rule: the prompt does not open with its request; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "request-not-first",
    severity="high",
    tier="rubric",
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
        yield _late(subject) or Hit(None, f"no request found in {score.note}", _HELP)


def _late(subject: Subject) -> Hit | None:
    """The first request, where there is one behind the sentences that count; the letter of the standard looks at those alone."""
    if subject.profile == "default":
        for sentence in subject.sentences:
            if subject.structure.reading(sentence).asks:
                span = subject.place(sentence)
                line = subject.line_of(span.start)
                return Hit(
                    span, f"the first request stands in line {line} of the prompt, after three other sentences", _HELP
                )
    return None
