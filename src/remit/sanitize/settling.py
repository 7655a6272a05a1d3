"""Change a text as its judges ask until they ask for nothing more; it must not know what they look for.

So what is kept of a text is kept whole when it is judged again. Every concern is told by its place in the original.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from remit.markup.edits import Edit, Edited, OffsetMap, apply
from remit.markup.places import Span
from remit.sanitize.handling import Concern, edits_of, escape, reject

Judge = Callable[[str], Iterable[Concern]]

# A text that is made to need more rounds than this hides something in each.
_MOST_ROUNDS = 12
_MOST_TOLD = 200
_CRLF = re.compile(r"\r\n")
_CARRIAGE_RETURN = re.compile(r"\r")


@dataclass(frozen=True, slots=True)
class Settled:
    """What is kept of a text, every concern on the way, and the way back to the original."""

    text: str
    concerns: tuple[Concern, ...]
    _maps: tuple[OffsetMap, ...] = ()

    def original(self, span: Span) -> Span:
        for offsets in reversed(self._maps):
            span = offsets.original_span(span)
        return span

    def with_concerns(self, found: Iterable[Concern]) -> "Settled":
        """The same, with concerns about the kept text told by their places in the original."""
        told = [concern._replace(span=self.original(concern.span)) for concern in _told(found)]
        return Settled(self.text, tuple(dict.fromkeys([*self.concerns, *told])), self._maps)

    @property
    def refused(self) -> bool:
        return any(concern.handling == "reject" for concern in self.concerns)


def settle(text: str, judge: Judge, changes: Callable[[Concern], bool]) -> Settled:
    """Judge a text, change what is to be changed, and judge again; what is refused is changed no further."""
    settled = Settled(text, ())
    for _ in range(_MOST_ROUNDS):
        if "\r" in settled.text:
            settled = _with_plain_line_ends(settled)
        found = list(judge(settled.text))
        settled = settled.with_concerns(found)
        edits = edits_of(concern for concern in found if changes(concern))
        if settled.refused or all(settled.text[edit.start : edit.end] == edit.text for edit in edits):
            return settled
        settled = _changed(settled, edits)
    whole = reject("limit.rounds", Span(0, len(text)))
    return Settled(settled.text, (*settled.concerns, whole), settled._maps)


def _with_plain_line_ends(settled: Settled) -> Settled:
    """Line feeds alone: a carriage return before one goes, and a lone one, which hides a line in a terminal, becomes one."""
    settled = _changed(settled, [Edit(*found.span(), "\n") for found in _CRLF.finditer(settled.text)])
    lone = (Span(*found.span()) for found in islice(_CARRIAGE_RETURN.finditer(settled.text), _MOST_TOLD))
    told = [escape("text.newline", settled.original(span), "\n") for span in lone]
    return Settled(settled.text.replace("\r", "\n"), (*settled.concerns, *told), settled._maps)


def _told(found: Iterable[Concern]) -> list[Concern]:
    """The first concerns of each code: a text that breaks one rule a million times is told of it often enough."""
    count: Counter[str] = Counter()
    told = []
    for concern in found:
        count[concern.code] += 1
        if count[concern.code] <= _MOST_TOLD:
            told.append(concern)
    return told


def _changed(settled: Settled, edits: list[Edit]) -> Settled:
    edited: Edited = apply(settled.text, edits)
    return Settled(edited.text, settled.concerns, (*settled._maps, edited.offsets))
