"""Rule: the end of the work is a matter of taste; it must not know the other rules."""

import re
from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.markup.places import Span

RULE = Rule(
    "subjective-done",
    severity="note",
    tier="advisory",
    summary="The work is done when somebody feels that it is.",
    why="an agent that may judge its own end judges in its own favour",
    on_by_default=False,
    principle=True,
)
_FEELING = (
    r"(?:satisfied|happy|confident|comfortable|pleased|good|great|nice|fine|right|perfect|ready|clean|sensible|okay|ok)"
)
_SUBJECTIVE = re.compile(
    rf"\b(?:until|once|when|as soon as|stop when|done when)\s+(?:you(?:'re|\s+are|\s+feel)\s+(?:\w+\s+)?{_FEELING}"
    rf"|(?:it|this|everything|all|that|the\s+(?:code|result|output|work|solution|change))\s+(?:looks?|feels?|seems?|sounds?)\s+(?:\w+\s+)?{_FEELING}"
    r"|(?:it|everything)\s+(?:just\s+)?works)\b"
    rf"|\b(?:done|complete|finished|success(?:ful)?)\s+(?:when|once|if)\s+(?:it|everything)\s+(?:just\s+)?(?:works|is\s+{_FEELING})\b"
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    for sentence in subject.sentences:
        text = subject.sentence_text(sentence)
        found = _SUBJECTIVE.search(text)
        if found:
            yield Hit(
                subject.place(Span(sentence.start + found.start(), sentence.start + found.end())),
                "nobody can check whether this is reached",
                'name what can be seen then, such as "until pytest exits with 0"',
            )
