"""Replace stretches of a text and find every place of the result in the original; it must not know why a stretch is replaced."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from remit.markup.places import Span


class Edit(NamedTuple):
    """What stands in place of a half-open run of code points; an empty run inserts."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Leads from a changed text back to its original.

    `written` are the offsets at which a copied or a replacing stretch begins in the changed text, `read` where it begins in the
    original, `copied` whether it was copied: only then does a place inside it have a place of its own.
    """

    written: tuple[int, ...] = (0,)
    read: tuple[int, ...] = (0,)
    copied: tuple[bool, ...] = (True,)

    def original(self, offset: int) -> int:
        """The place in the original; for a place inside a replacement, where the replaced stretch begins."""
        at = bisect_right(self.written, offset) - 1
        return self.read[at] + (offset - self.written[at] if self.copied[at] else 0)

    def original_span(self, span: Span) -> Span:
        """The smallest stretch of the original that holds what the span is made of."""
        start = self.original(span.start)
        at = bisect_right(self.written, max(span.end - 1, span.start)) - 1
        if self.copied[at] or at + 1 == len(self.read):
            return Span(start, max(start, self.original(max(span.end - 1, span.start)) + (span.end > span.start)))
        return Span(start, max(start, self.read[at + 1]))


@dataclass(frozen=True, slots=True)
class Edited:
    """A changed text, and the way back to what it was."""

    text: str
    offsets: OffsetMap


def apply(text: str, edits: Iterable[Edit]) -> Edited:
    """Make all edits at once. Where two overlap, the one that begins first stands, and of the other what goes on behind it."""
    parts: list[str] = []
    written, read, copied = [], [], []
    at = length = 0
    for edit in sorted(edits, key=_place):
        if edit.start < at and edit.end <= at:
            continue
        start = max(edit.start, at)
        if start > at:
            parts.append(text[at:start])
            written.append(length)
            read.append(at)
            copied.append(True)
            length += start - at
        written.append(length)
        read.append(start)
        copied.append(False)
        parts.append(edit.text if start == edit.start else "")
        length += len(parts[-1])
        at = edit.end
    parts.append(text[at:])
    return Edited("".join(parts), OffsetMap((*written, length), (*read, at), (*copied, True)))


@dataclass(frozen=True, slots=True)
class Cover:
    """Disjoint stretches of a text, for asking whether a place lies in one."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, spans: Iterable[Span]) -> "Cover":
        joined = covered(span for span in spans if span.start < span.end)
        return cls(tuple(span.start for span in joined), tuple(span.end for span in joined))

    def __contains__(self, offset: int) -> bool:
        at = bisect_right(self.starts, offset) - 1
        return at >= 0 and offset < self.ends[at]


def covered(spans: Iterable[Span]) -> list[Span]:
    """The same places as disjoint spans, in order."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


def outside(spans: Iterable[Span], length: int) -> list[Span]:
    """What is left of a text of that length."""
    edges = [0, *(edge for span in covered(spans) for edge in span), length]
    return [Span(start, end) for start, end in list(pairwise(edges))[::2] if start < end]


def _place(edit: Edit) -> tuple[int, bool, int]:
    """Insertions first, then the longest."""
    return edit.start, edit.end > edit.start, -edit.end
