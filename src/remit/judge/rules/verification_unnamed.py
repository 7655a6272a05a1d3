"""Rule: nothing says how the work is verified; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.lexicon import words_of
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.work import does_work, names_any

RULE = Rule(
    "verification-unnamed",
    severity="note",
    tier="advisory",
    summary="An agent is sent to work and nothing says how the work is verified.",
    why="work that nobody checks is reported as done, whatever it is",
    on_by_default=True,
    principle=True,
)
_CUES = words_of("""
    assert* check* confirm* ensur* evidence examin* inspect* lint* pass* prov* pytest reproduc* review* test* valid* verif*
    """)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    if does_work(subject) and not names_any(subject, _CUES):
        yield Hit(
            None, "nothing says how the work is verified", 'name the check, such as "Run the tests; all of them pass."'
        )
