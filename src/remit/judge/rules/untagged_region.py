"""Rule: the parts of the prompt stand in no tags; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject, covers

RULE = Rule(
    "untagged-region",
    severity="medium",
    tier="rubric",
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
        span = next((hole for hole in subject.holes if not covers(subject.bounded, hole.start)), None)
        what = (
            "this value stands in no region of its own"
            if span
            else "no part of the prompt stands between tags of its own"
        )
        yield Hit(span, what, _HELP)
