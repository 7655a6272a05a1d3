"""Rule: one prompt has several objectives; it must not know the other rules."""

import re
from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "several-objectives",
    severity="note",
    tier="advisory",
    summary="One prompt has several objectives.",
    why="one success condition cannot hold for two objectives, so neither is checked",
    principle=True,
)
_OBJECTIVE = re.compile(
    r"\b(?:your|the)\s+(?:\w+\s+)?(task|job|objective|mission|assignment)\s+is\s+(?:also\s+)?to\s+(.{3,80})"
)
_COUNTED = re.compile(
    r"\byou\s+have\s+(?:two|three|four|five|several|multiple)\s+(?:\w+\s+)?(?:tasks|jobs|objectives|goals|missions)\b"
    r"|\byour\s+(?:second|third|other|next)\s+(?:task|job|objective|goal|mission)\s+is\b"
)
_BRANCH = re.compile(r"\{%-?\s*(?:else|elif)\b")


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    if _BRANCH.search(subject.text):
        return
    first: dict[str, str] = {}
    for sentence in subject.sentences:
        text = subject.sentence_text(sentence)
        found = _OBJECTIVE.search(text)
        if _COUNTED.search(text) or (found and first.setdefault(found[1], found[2]) != found[2]):
            yield Hit(
                subject.place(sentence),
                "the prompt has another objective than this one",
                "give each objective a prompt of its own, with its own end",
            )
            return
