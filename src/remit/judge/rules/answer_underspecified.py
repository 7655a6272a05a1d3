"""Rule: the answer is not specified; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.answers import structured
from remit.judge.hints import hints_at_fields, hints_at_rule
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "answer-underspecified",
    severity="medium",
    tier="advisory",
    criterion=2,
    summary="The prompt does not say what the answer is, what it holds, or when it is good enough.",
    why="what is left open is decided anew on every call",
)
_LACKS, _AND = "which lacks ", " and "
_ARTIFACT = "an artifact that is asked for"
_FIELDS = "named fields of the answer"


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[2]
    if score.verdict not in ("Fail", "Partial"):
        return
    lacking = score.note.partition(_LACKS)[2].split(_AND)
    if subject.profile == "default":
        if score.verdict == "Partial" or subject.found.form == "skill" or hints_at_rule(subject.structure.prose.text):
            return
        lacking = [each for each in lacking if not _is_hinted(subject, each)]
    if lacking:
        yield Hit(
            None,
            f"nothing in the prompt gives {_AND.join(lacking)}",
            "say what is to be returned, name its fields or parts, and say what makes it acceptable",
            "low" if score.verdict == "Partial" else None,
        )


def _is_hinted(subject: Subject, lacking: str) -> bool:
    """Whether it is there in words that are too vague for a verdict; fields are lacking only where a structured answer is asked for."""
    if lacking == _ARTIFACT:
        readings = (subject.structure.reading(sentence) for sentence in subject.sentences)
        return any(each.commands for each in readings)
    return lacking == _FIELDS and (structured(subject.structure) is None or hints_at_fields(subject.text))
