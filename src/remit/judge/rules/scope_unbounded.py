"""Rule: nothing bounds the work; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.lexicon import words_of
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.work import does_work, names_any

RULE = Rule(
    "scope-unbounded",
    severity="note",
    tier="advisory",
    summary="An agent is sent to work and nothing bounds what it may touch.",
    why="an agent without bounds mends what nobody asked it to",
    on_by_default=False,
    principle=True,
)
_CUES = words_of("""
    avoid* boundar* cannot except* forbid* limit* minimal never not only outside restrict* scope unless unrelated within without
    """)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    if does_work(subject) and not names_any(subject, _CUES):
        yield Hit(
            None,
            "nothing bounds what the agent may touch or do",
            'say where the work ends, such as "Change files below src/ only, and install nothing."',
        )
