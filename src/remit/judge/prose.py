"""The words that instruct, joined from all over a text, with a way back; it must not know what was left out between them.

A line break in the join is the end of a block. Code, placeholders, literals and quoted speech stand in it as runs of one character
that is no letter, so that they are nouns to a sentence and say nothing.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from remit.judge.cues import CUES
from remit.judge.verbs import listed
from remit.markup.places import Span

NOUN = "\x01"

_STOPS = ((". ", ".\n"), ("! ", "!\n"), ("? ", "?\n"), ("; ", ";\n"), (".) ", ".)\n"), (".\x01 ", ".\x01\n"))
_LONGEST = 600
_ABBREVIATIONS = listed(
    "e.g i.e etc vs dr mr mrs ms prof st approx cf al inc ltd jr sr p pp vol eq sec dept est ca fig nos u.s viz resp"
)
_NEVER_LAST = listed("e.g i.e vs dr mr mrs ms prof st cf fig viz")
_SPACE_FOR_OTHERS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}
_KNOWN = listed("the a an and of to in is are for with on as")


@dataclass(frozen=True)
class Prose:
    """The join, in lower case, and where each piece of it starts and came from; `contracts` are the parts that fix the answer."""

    text: str
    starts: list[int]
    origins: list[int]
    contracts: list[Span]
    source: str
    _known_numbers: dict[tuple[str, ...], set[int]] = field(default_factory=dict)

    @cached_property
    def index(self) -> dict[str, list[int]]:
        """The numbers of the sentences that each cue stands in; a letter outside ASCII separates words here."""
        bare = self.text.encode("ascii", "replace").decode("ascii").translate(_SPACE_FOR_OTHERS)
        found: dict[str, list[int]] = {}
        start = 0
        for number, end in enumerate(self.ends):
            for word in CUES.intersection(bare[start:end].split()):
                if word in found:
                    found[word].append(number)
                else:
                    found[word] = [number]
            start = end
        return found

    @property
    def known(self) -> bool:
        """Whether the language of the words is one that the cues are written in."""
        return self.text.isascii() or not _KNOWN.isdisjoint(self.text[:2_000].split())

    @cached_property
    def ends(self) -> list[int]:
        """Where the sentences end; a semicolon ends one as well, and so does a space when one has become too long to be one."""
        text = self.text
        for stop, broken in _STOPS:
            text = text.replace(stop, broken)
        found: list[int] = []
        start = 0
        for piece in text.split("\n"):
            start += len(piece) + 1
            if len(piece) < 2 and not piece.isalnum():
                continue
            if piece[-1:] == "." and " " in piece[-7:] and not self._ends_at(start - 2):
                continue
            if (found and start - found[-1] > _LONGEST) or (start > _LONGEST and not found):
                found.extend(self._cut(found[-1] if found else 0, start))
            found.append(start)
        if not found or found[-1] < len(self.text):
            found.append(len(self.text))
        found[-1] = len(self.text)
        return found

    def _cut(self, start: int, end: int) -> Iterator[int]:
        while end - start > _LONGEST:
            space = self.text.rfind(" ", start + 1, start + _LONGEST)
            start = space + 1 if space >= 0 else start + _LONGEST
            yield start

    def sentence(self, position: int) -> Span:
        """The sentence that holds this position."""
        index = bisect_right(self.ends, position)
        if index == len(self.ends):
            index -= 1
        return Span(self.ends[index - 1] if index else 0, self.ends[index])

    def sentences(self) -> Iterator[Span]:
        start = 0
        for end in self.ends:
            yield Span(start, end)
            start = end

    def holding(self, cues: Iterable[str], beside: tuple[str, ...] = ()) -> Iterator[Span]:
        """The sentences that hold one of these words, and one of `beside` if any are given, in the order of the words."""
        index = self.index
        allowed = self._numbers(beside) if beside else None
        seen: set[int] = set()
        for cue in cues:
            if cue in index:
                for number in index[cue]:
                    if number not in seen and (allowed is None or number in allowed):
                        seen.add(number)
                        yield self.numbered(number)

    def _numbers(self, cues: tuple[str, ...]) -> set[int]:
        """The numbers of the sentences that hold one of these words."""
        found = self._known_numbers.get(cues)
        if found is None:
            found = self._known_numbers[cues] = set()
            found.update(*(self.index[cue] for cue in cues if cue in self.index))
        return found

    def numbered(self, number: int) -> Span:
        return Span(self.ends[number - 1] if number else 0, self.ends[number])

    def spots(self, cues: Iterable[str]) -> Iterator[tuple[int, Span]]:
        """Where these words first stand in each sentence that holds them, one word after the other."""
        for cue in cues:
            for number in self.index.get(cue, ()):
                sentence = self.numbered(number)
                position = self.text.find(cue, sentence.start, sentence.end)
                while position >= 0:
                    end = position + len(cue)
                    if not (self.text[position - 1 : position].isalnum() or self.text[end : end + 1].isalnum()):
                        yield position, sentence
                        break
                    position = self.text.find(cue, end, sentence.end)

    def in_contract(self, position: int) -> bool:
        index = bisect_right(self.contracts, position, key=lambda span: span.start) - 1
        return index >= 0 and position < self.contracts[index].end

    def place(self, start: int, end: int) -> Span:
        """Where a span of the join stood in the text, from its first character to its last."""
        return Span(self.origin(start), self.origin(max(start, end - 1)) + 1)

    def origin(self, position: int) -> int:
        piece = max(0, bisect_right(self.starts, position) - 1)
        if not self.starts:
            return 0
        start = self.origins[piece] + position - self.starts[piece]
        return min(start, len(self.source))

    def position(self, origin: int) -> int:
        """The place in the join of what stood there in the text, or the end of the last piece before it."""
        piece = bisect_right(self.origins, origin) - 1
        if piece < 0:
            return 0
        end = self.starts[piece + 1] - 1 if piece + 1 < len(self.starts) else len(self.text)
        return min(self.starts[piece] + origin - self.origins[piece], end)

    def _ends_at(self, dot: int) -> bool:
        """Whether a dot after a short word ends the sentence, and not only the word."""
        before = self.text[max(0, dot - 7) : dot]
        word = before[max(before.rfind(" "), before.rfind("\n")) + 1 :].lstrip("(\"'")
        if word in _NEVER_LAST:
            return False
        after = self.origin(dot + 2) if dot + 2 < len(self.text) else len(self.source)
        following = self.source[after : after + 1]
        if word.isdigit():
            # The number of an item inside of a sentence: "first 1. read, then 2. write".
            return len(word) > 2 or not following.islower()
        if len(word) == 1:
            return not word.isalpha() or word in "ai" or self.source[after - 1 : after] == "\n"
        return word not in _ABBREVIATIONS or following.isupper()


class Joiner:
    """Collects the pieces of the prose in the order of the text."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.origins: list[int] = []
        self.contracts: list[Span] = []
        self.length = 0

    def add(self, piece: str, origin: int, *, joined: bool, contract: bool) -> None:
        """Adds a piece that continues the block of the one before, or begins a block of its own."""
        if self.parts:
            self.parts.append(" " if joined else "\n")
            self.length += 1
        self.parts.append(piece)
        self.starts.append(self.length)
        self.origins.append(origin)
        if contract:
            self.contracts.append(Span(self.length, self.length + len(piece)))
        self.length += len(piece)

    def withdraw(self, pieces: int) -> None:
        """Takes back everything but the first so many pieces."""
        if pieces < len(self.starts):
            self.length = max(0, self.starts[pieces] - 1)
            self.contracts = [span for span in self.contracts if span.end <= self.length]
            del self.starts[pieces:], self.origins[pieces:], self.parts[max(0, 2 * pieces - 1) :]

    def join(self, source: str) -> Prose:
        return Prose(_tidy("".join(self.parts)), self.starts, self.origins, self.contracts, source)


_QUOTED = re.compile(r"\"[^\"\n]{1,300}\"")
_SINGLY_QUOTED = re.compile(r"'(?<![\w\x01]')[^'\n]{1,80}'(?!\w)")


def _tidy(text: str) -> str:
    """The same words without emphasis, and with quoted speech made mute; no offset changes."""
    if "*" in text:
        text = text.replace("*", " ")
    if '"' in text:
        text = _QUOTED.sub(_mute, text)
    if "'" in text:
        text = _SINGLY_QUOTED.sub(_mute, text)
    return text


def _mute(found: re.Match[str]) -> str:
    return NOUN * (found.end() - found.start())


_PLAIN = (
    ("\u00a0", " "), ("\u202f", " "), ("\u2018", "'"), ("\u2019", "'"), ("\u201c", '"'), ("\u201d", '"'), ("\u201e", '"'),
    ("\u00ab", '"'), ("\u00bb", '"'), ("\u2010", "-"), ("\u2011", "-"), ("\u2013", "-"),
)  # fmt: skip


def plain(text: str) -> str:
    """A folded text with the typographic forms of quotes, spaces and hyphens made plain; no offset changes."""
    if text.isascii():
        return text
    for form, simple in _PLAIN:
        text = text.replace(form, simple)
    return text
