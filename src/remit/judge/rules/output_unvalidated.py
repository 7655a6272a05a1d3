"""Rule: a structured answer is asked for and never checked; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.lexicon import words_of
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.work import does_work, names_any

RULE = Rule(
    "output-unvalidated",
    severity="note",
    tier="advisory",
    summary="An agent is asked for a structured answer and nothing says what makes it valid.",
    why="a program that reads the answer meets the first malformed one in production",
    on_by_default=False,
    principle=True,
)
_CUES = words_of("check* conform* confirm* exact* invalid* must pars* refus* reject* schema* strict* valid* verif*")


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    score = subject.scores[4]
    if score.verdict != "N/A" and does_work(subject) and not names_any(subject, _CUES):
        yield Hit(
            None,
            "a structured answer is asked for, and nothing says how it is checked",
            'say what makes it valid, such as "The reply must parse as JSON and hold every field."',
        )
