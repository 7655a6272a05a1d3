"""One prompt as the rules see it, each reading of it made once; it must not know any rule."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from remit.judge.letter import words
from remit.judge.structure import Structure
from remit.markup.places import Lines, Span
from remit.markup.scan import Scan, TagRegion, scan
from remit.model.found import FoundPrompt
from remit.model.scores import ProfileName, Scores

_RENDERED = frozenset({"rendered", "registered"})
_FARTHEST_IN_LINE = 200
_OF_AN_AGENT = re.compile(r"(?:^|\s)(?:agent|chat mode|command|mode|output style|skill|workflow)\Z")
_FILLED_BY_AGENTS = re.compile(r"\$ARGUMENTS|\$\d|\{\{\s*args\s*\}\}|\$\{input:")


@dataclass(frozen=True)
class Subject:
    """A found prompt, its structure and its scores; but for sentences, all spans are offsets of the prompt's text."""

    found: FoundPrompt
    profile: ProfileName
    structure: Structure
    scores: Scores

    @property
    def text(self) -> str:
        return self.found.text

    @property
    def is_rendered(self) -> bool:
        """Whether the text is what a model would get, with nothing left to fill in."""
        return self.found.kind in _RENDERED

    @property
    def is_template(self) -> bool:
        """Whether this is the template of an agent and a phase, whose variables Remit fills in itself."""
        return self.found.kind == "file" and self.found.reply_phase is not None

    @cached_property
    def scan(self) -> Scan:
        return scan(self.text)

    @cached_property
    def _lines(self) -> Lines:
        return Lines.of(self.text)

    @cached_property
    def holes(self) -> tuple[Span, ...]:
        """Where values stand, or will; in the files of an agent only what the program that runs it fills in."""
        if _OF_AN_AGENT.search(self.found.form):
            return tuple(hole for hole in self.found.holes if _FILLED_BY_AGENTS.match(self.text, *hole))
        return tuple(_outermost(self.found.holes))

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences that instruct, in offsets of the prose."""
        return tuple(self.structure.prose.sentences())

    def sentence_text(self, sentence: Span) -> str:
        """A sentence in lower case, with what it quotes or only names made mute."""
        return self.structure.prose.text[sentence.start : sentence.end]

    def place(self, sentence: Span) -> Span:
        """Where a span of the prose stands in the text, without the white space around it."""
        start, end = self.structure.original(self.structure.prose.place(*sentence))
        text = self.text[start:end]
        return Span(end - len(text.lstrip()), start + len(text.rstrip()))

    @cached_property
    def data_regions(self) -> tuple[TagRegion, ...]:
        """The tag regions that are payload as a whole."""
        starts = {self.structure.original(span).start for span in self.structure.payload}
        return tuple(region for region in self.scan.regions if region.start in starts)

    @cached_property
    def data(self) -> tuple[Span, ...]:
        """The inside of the regions that are payload."""
        return tuple(_outermost(Span(region.inner_start, region.inner_end) for region in self.data_regions))

    @cached_property
    def shown(self) -> tuple[Span, ...]:
        """All that is there to be looked at and not to be followed: payload, code, literals, samples, comments."""
        structure = self.structure
        spans = [structure.original(span) for span in structure.payload]
        spans += [structure.original(it.span) for it in structure.shown]
        spans += self.shown_code
        return tuple(_outermost(spans))

    @cached_property
    def bounded(self) -> tuple[Span, ...]:
        """All that stands between tags or in code."""
        spans = [Span(region.inner_start, region.inner_end) for region in self.scan.outermost]
        spans += self.shown_code
        return tuple(_outermost(spans))

    @cached_property
    def shown_code(self) -> tuple[Span, ...]:
        """All code: fences, spans in back-ticks, comments."""
        return tuple(Span(code.start, code.end) for code in self.scan.code)

    @cached_property
    def words(self) -> frozenset[str]:
        """The distinct words, in lower case, outside the regions that are payload."""
        parts: list[str] = []
        position = 0
        for region in self.data_regions:
            parts.append(self.text[position : region.start])
            position = max(position, region.end)
        parts.append(self.text[position:])
        return words(" ".join(parts).lower())

    def line_of(self, position: int) -> int:
        """The number of a place's line in the prompt, from 1."""
        return self._lines.place(position).line

    def line_around(self, span: Span) -> tuple[str, str]:
        """What stands before and behind a span in its line, as far as anybody looks."""
        before = self.text[max(0, span.start - _FARTHEST_IN_LINE) : span.start].rpartition("\n")[2]
        after = self.text[span.end : span.end + _FARTHEST_IN_LINE].partition("\n")[0]
        return before, after


def covers(spans: Sequence[Span], position: int) -> bool:
    """Whether one of these spans, sorted and without overlap, holds the position."""
    index = bisect_right(spans, position, key=_start) - 1
    return index >= 0 and position < spans[index].end


def begins_between(spans: Sequence[Span], start: int, end: int) -> bool:
    """Whether one of these sorted spans begins at the start or behind it, and before the end."""
    index = bisect_left(spans, start, key=_start)
    return index < len(spans) and spans[index].start < end


def _outermost(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans in their order, without those that begin inside of another one."""
    end = -1
    for span in sorted(spans):
        if span.start >= end:
            yield span
            end = span.end


def _start(span: Span) -> int:
    return span.start
