"""Offsets to lines and columns, in code points; it must not know what stands at them."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")


class Span(NamedTuple):
    """A half-open run of code points."""

    start: int
    end: int


class Place(NamedTuple):
    """A line and a column, both from 1; the column counts code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Lines:
    """The line starts of one text, for turning offsets into places."""

    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Lines":
        return cls((0, *(found.end() for found in _LINE_END.finditer(text))))

    def place(self, offset: int) -> Place:
        line = bisect_right(self.starts, offset)
        return Place(line, offset - self.starts[line - 1] + 1)
