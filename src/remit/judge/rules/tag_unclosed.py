"""Rule: a part of the prompt is opened and never closed; it must not know the other rules."""

from bisect import bisect_right
from collections.abc import Iterator
from difflib import SequenceMatcher

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.tags import VOCABULARY, loose, opens_line, stands_alone

_ALIKE = 0.75
_LONGEST = 40

RULE = Rule(
    "tag-unclosed",
    severity="medium",
    tier="advisory",
    summary="A part of the prompt is opened and never closed.",
    why="whatever follows can be read as a part of it",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    closed = {region.name.lower() for region in subject.scan.regions}
    strays = loose(subject, subject.scan.stray, closing=True)
    starts = [each.span.start for each in strays]
    for tag in loose(subject, subject.scan.unclosed, closing=False):
        behind = bisect_right(starts, tag.span.start)
        mistyped = strays[behind] if behind < len(strays) and alike(strays[behind].name, tag.name) else None
        bounds = stands_alone(subject, tag) and (tag.name.lower() in VOCABULARY or tag.name.lower() in closed)
        if bounds or (mistyped and opens_line(subject, tag)):
            found = f", but '</{mistyped.name}>' is there" if mistyped else ""
            yield Hit(
                tag.span,
                f"'<{tag.name}>' is never closed{found}",
                f"write '</{tag.name}>' where the part ends, or put the tag into back-ticks if it is only named",
            )


def alike(one: str, other: str) -> bool:
    """Whether one of two names is most probably meant to be the other."""
    if one[:1].lower() != other[:1].lower() or max(len(one), len(other)) > _LONGEST:
        return False
    return SequenceMatcher(None, one.lower(), other.lower()).ratio() >= _ALIKE
