"""Rule: the parts of the prompt stand in no tags; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject, covers
from remit.judge.rules.values import brings_text
from remit.markup.places import Span

RULE = Rule(
    "untagged-region",
    severity="medium",
    tier="advisory",
    criterion=3,
    summary="The parts of the prompt do not stand between tags that name them.",
    why="without tags a model has to guess where the material ends and the instructions go on",
)
_HELP = "put each kind of material between tags that name it, such as <issue> and </issue>"


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[3]
    if score.verdict == "Partial":
        yield Hit(score.span, f"{score.note} alone, of three that are looked for", _HELP, "low")
    elif score.verdict == "Fail":
        span = next((hole for hole in subject.holes if _is_material(subject, hole)), None)
        what = (
            "this value stands in no region of its own"
            if span
            else "no part of the prompt stands between tags that name it"
        )
        yield Hit(span, what, _HELP)


def _is_material(subject: Subject, hole: Span) -> bool:
    """Whether a value brings a text, and not a word inside of a sentence."""
    before, after = subject.line_around(hole)
    if after.strip() or covers(subject.bounded, hole.start) or not brings_text(subject.text[hole.start : hole.end]):
        return False
    return not before.strip() or before.rstrip().endswith(":")
