"""Rule: nothing says when the work is complete; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.lexicon import words_of
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.work import does_work, names_any

RULE = Rule(
    "completion-unnamed",
    severity="note",
    tier="advisory",
    summary="An agent is sent to work and nothing says when the work is complete.",
    why="an agent without an end condition stops too early, or never",
    on_by_default=False,
    principle=True,
)
_CUES = words_of("""
    accept* achiev* complet* conclud* criteria criterion done end* exit* final* finish* goal* once stop* submit* success* until when
    """)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    if does_work(subject) and not names_any(subject, _CUES):
        yield Hit(
            None,
            "nothing says when the work is complete",
            'say what is true then, such as "You are done when the test passes and the diff touches src/ alone."',
        )
