"""Rule: nothing says what to do when something goes wrong; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.lexicon import words_of
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.work import does_work, names_any

RULE = Rule(
    "errors-unhandled",
    severity="note",
    tier="advisory",
    summary="An agent is sent to work and nothing says what to do when something goes wrong.",
    why="an agent that meets an error without an order improvises",
    on_by_default=False,
    principle=True,
)
_CUES = words_of("""
    ambigu* block* cannot error* exception* fail* fallback if missing otherwise problem* retry stuck unable unclear unless
    """)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    if does_work(subject) and not names_any(subject, _CUES):
        yield Hit(
            None,
            "nothing says what to do when something goes wrong",
            'say it, such as "If a command fails twice, stop and report its output."',
        )
