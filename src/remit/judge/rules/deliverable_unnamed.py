"""Rule: no deliverable is named; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.lexicon import words_of
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.work import does_work, names_any

RULE = Rule(
    "deliverable-unnamed",
    severity="note",
    tier="advisory",
    summary="An agent is sent to work and no deliverable is named.",
    why="without one, whatever the agent stops at is the result",
    on_by_default=True,
    principle=True,
)
_CUES = words_of("""
    add* answer* artifact* build* commit* creat* deliver* document* fix* generat* implement*
    output* patch* produc* provid* reply* report* respond* result* return* solution* submit* summar* write* writ*
    """)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    if does_work(subject) and not names_any(subject, _CUES):
        yield Hit(
            None,
            "nothing says what there is to be in the end: a file, a change, a report",
            'name the deliverable, such as "Write the fix into src/retry.py."',
        )
