"""Rule: what changes on every call stands before what never does; it must not know the other rules."""

import re
from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject, covers
from remit.judge.rules.values import is_new_on_every_call
from remit.markup.places import Span

RULE = Rule(
    "volatile-before-stable",
    severity="note",
    tier="published",
    summary="What changes on every call stands before what never does.",
    why="providers keep a prompt's prefix only up to the first byte that differs; the rest is paid for anew",
)
_IN_CODE = re.compile(r"\bf[\"'][^\"']*\Z")
_WORTH_CACHING = 4_000
_MOMENT = re.compile(r"\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?")


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    volatile = _first_volatile(subject)
    if volatile is None:
        return
    stable = len(subject.text) - sum(hole.end - hole.start for hole in subject.holes)
    behind = stable - volatile.start
    if behind >= _WORTH_CACHING and behind > volatile.start:
        share = 100 * volatile.start // stable
        yield Hit(
            volatile,
            f"what is the same on every call ends here: {volatile.start:,} of {stable:,} characters, {share} %",
            "move what varies behind what never does, so that a provider can keep the longer prefix",
        )


def _first_volatile(subject: Subject) -> Span | None:
    """The first value that is new on every call, or the first moment that is written out."""
    found = [
        hole
        for hole in subject.holes
        if is_new_on_every_call(subject.text[hole.start : hole.end])
        and not covers(subject.shown_code, hole.start)
        and not _is_spoken_of(subject, hole)
    ][:1]
    if subject.is_rendered:
        found += list(subject.holes[:1])
        found += [Span(*it.span()) for it in _MOMENT.finditer(subject.text) if not covers(subject.shown, it.start())][
            :1
        ]
    return min(found, default=None)


def _is_spoken_of(subject: Subject, hole: Span) -> bool:
    """Whether braces stand in code without a fence, or in a sentence on what replaces them."""
    before, after = subject.line_around(hole)
    return _IN_CODE.search(before) is not None or after.lstrip().startswith(
        ("is replaced", "will be replaced", "means", "stands for")
    )
