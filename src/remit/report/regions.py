"""A prompt's text as lines of pieces, each with its region's role and the findings in it; it must not know HTML."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from remit.markup.places import Lines, Span
from remit.markup.scan import TagRegion, scan

Role = Literal["data", "orders", "form", "sample", "reasoning", "other"]

ROLES: dict[Role, str] = {
    "data": "material to work on",
    "orders": "instructions",
    "form": "form of the answer",
    "sample": "samples",
    "reasoning": "reasoning",
    "other": "other regions",
}

_ROLE_OF: dict[str, Role] = {
    **dict.fromkeys(("issue", "plan", "diff", "history", "manifest", "prior_review", "file", "artifact"), "data"),
    **dict.fromkeys(("instructions", "constraints", "system_prompt"), "orders"),
    **dict.fromkeys(("example", "examples"), "sample"),
    **dict.fromkeys(("thinking", "scratchpad", "thought"), "reasoning"),
    "output_format": "form",
}
_SUFFIX = re.compile(r"_[0-9a-f]{8,}$")

# At one offset: what ends, then what begins.
_POP, _TAG_END, _PUSH, _TAG_START, _MARK = range(5)


class Piece(NamedTuple):
    """A stretch of one line: its region's role, whether it is the tag itself, and which findings cover or begin it."""

    start: int
    end: int
    role: Role | None
    tag: bool
    marked: bool
    begins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The pieces of one line, without its end, and the roles of the regions that open in it."""

    pieces: tuple[Piece, ...]
    opens: tuple[Role, ...]
    closes: bool

    @property
    def role(self) -> Role | None:
        return self.pieces[0].role if self.pieces else None


def lines_of(text: str, marks: Sequence[Span | None]) -> list[Line]:
    """The lines of a text; a mark is known by its place in the sequence."""
    regions = scan(text).regions
    starts = Lines.of(text).starts
    opens: dict[int, list[Role]] = {}
    closes: set[int] = set()
    row_of = Lines(starts).place
    for region in regions:
        opens.setdefault(row_of(region.start).line - 1, []).append(role_of(region))
        closes.add(row_of(region.inner_end).line - 1)
    rows: list[list[Piece]] = [[] for _ in starts]
    row = 0
    for piece in _pieces(text, regions, marks, starts):
        while row + 1 < len(starts) and piece.start >= starts[row + 1]:
            row += 1
        end = piece.end
        if row + 1 < len(starts) and end == starts[row + 1]:
            end = piece.start + len(text[piece.start : end].rstrip("\r\n"))
        rows[row].append(piece._replace(end=end))
    return [Line(tuple(pieces), tuple(opens.get(row, ())), row in closes) for row, pieces in enumerate(rows)]


def role_of(region: TagRegion) -> Role:
    name = region.name.lower().replace("-", "_")
    return _ROLE_OF.get(_SUFFIX.sub("", name), "other")


def _pieces(
    text: str, regions: Sequence[TagRegion], marks: Sequence[Span | None], starts: Sequence[int]
) -> Iterator[Piece]:
    """Runs between two changes of state, over the whole text."""
    changes = _changes(regions, marks)
    cuts = sorted({0, len(text), *starts, *(offset for offset, *_ in changes)})
    roles: list[Role] = []
    tag, covered, index = False, 0, 0
    for start, end in pairwise(cuts):
        begins: list[int] = []
        while index < len(changes) and changes[index][0] == start:
            _, kind, value = changes[index]
            index += 1
            if kind == _PUSH:
                roles.append(role_of(regions[value]))
            elif kind == _POP and value >= 0:
                roles.pop()
            elif kind == _POP:
                covered -= 1
            elif kind == _MARK:
                covered += 1
                begins.append(value)
            if kind in (_PUSH, _TAG_START):
                tag = True
            elif kind == _TAG_END or (kind == _POP and value >= 0):
                tag = False
        yield Piece(start, end, roles[-1] if roles else None, tag, covered > 0, tuple(begins))


def _changes(regions: Sequence[TagRegion], marks: Sequence[Span | None]) -> list[tuple[int, int, int]]:
    """Offset, kind of change, and the region or mark that changes; the end of a mark is a negative pop."""
    changes = []
    for number, region in enumerate(regions):
        changes += [
            (region.start, _PUSH, number),
            (region.inner_start, _TAG_END, number),
            (region.inner_end, _TAG_START, number),
            (region.end, _POP, number),
        ]
    for number, mark in enumerate(marks):
        if mark is not None:
            changes += [(mark.start, _MARK, number), (mark.end, _POP, -1)]
    return sorted(changes)
