"""Rule: nothing says what failure is; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.lexicon import words_of
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.work import does_work, names_any

RULE = Rule(
    "failure-unnamed",
    severity="note",
    tier="advisory",
    summary="An agent is sent to work and nothing says what counts as failure.",
    why="what is never called a failure is delivered as a success",
    on_by_default=False,
    principle=True,
)
_CUES = words_of("""
    abort* bad block* broken cannot fail* incorrect don invalid mistake* must never not problem* refus* reject* unable unaccept* wrong*
    """)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    if does_work(subject) and not names_any(subject, _CUES):
        yield Hit(
            None,
            "nothing says what counts as failure",
            'name what must not happen, such as "A test that was deleted or skipped is a failure."',
        )
