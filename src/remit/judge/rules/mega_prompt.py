"""Rule: one prompt tries to instruct for everything; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "mega-prompt",
    severity="note",
    tier="advisory",
    summary="One prompt instructs for everything, in more than 4,000 words.",
    why="of that many instructions a model follows some, and nobody can say which",
    principle=True,
)
_MOST_WORDS = 4_000


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    words = len(subject.structure.prose.text.split())
    if words > _MOST_WORDS:
        yield Hit(
            None,
            f"{words:,} words of instructions in one prompt",
            "split it into one prompt a task, and a short one that says which comes when",
        )
