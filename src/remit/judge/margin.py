"""Takes off the indentation that all lines of a text share, and finds the way back; it must not know what the lines say."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import takewhile

from remit.markup.places import Span

_FLUSH = re.compile(r"^[^ \t\r\n]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Margin:
    """Where each line of the dedented text starts, and by how much all before it and itself were shortened."""

    starts: tuple[int, ...]
    removed: tuple[int, ...]

    def original(self, span: Span) -> Span:
        return Span(self._original(span.start), self._original(max(span.start, span.end - 1)) + (span.end > span.start))

    def _original(self, offset: int) -> int:
        return offset + self.removed[bisect_right(self.starts, offset) - 1]


def dedented(text: str) -> tuple[str, Margin | None]:
    """The text without the white space that every line begins with; blank lines do not count and keep what they can."""
    if _FLUSH.search(text) or not text:
        return text, None
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    shortest, longest = min(filled, default=""), max(filled, default="")
    shared = "".join(a for a, b in takewhile(_same_blank, zip(shortest, longest, strict=False)))
    if not shared:
        return text, None
    starts: list[int] = []
    removed: list[int] = []
    kept: list[str] = []
    start = total = 0
    for line in lines:
        cut = len(shared) if line.startswith(shared) else 0
        total += cut
        starts.append(start)
        removed.append(total)
        kept.append(line[cut:])
        start += len(line) - cut + 1
    return "\n".join(kept), Margin(tuple(starts), tuple(removed))


def _same_blank(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1] and pair[0] in " \t"
