"""A text as the letter of the standard reads it: whole, by words, phrases and bare tags; it must not know instructions from payload."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from remit.markup.places import Span

_WORD = re.compile(r"\w+")
_SPACE_FOR_OTHERS = {code: " " for code in range(128) if not _WORD.match(chr(code))}
_TAG = re.compile(r"<(/?)(\w+)>")
_SENTENCE_END = re.compile(r"[.!?:]\s+")
_LETTERS_OF_ONE_CASE = str.maketrans({"\u0130": "i", "\u0131": "i", "\u017f": "s"})


@dataclass(frozen=True)
class Letter:
    """A text with what several criteria of the letter ask of it, each looked up once."""

    text: str

    @cached_property
    def folded(self) -> str:
        """The text in lower case, of the same length."""
        return fold(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        return words(self.folded)

    @cached_property
    def blocks(self) -> tuple[tuple[str, Span], ...]:
        """Every opening tag without attributes with the next closing tag of its name: the name, and the span of the whole."""
        if "</" not in self.text:
            return ()
        closing: dict[str, int] = {}
        found: list[tuple[str, Span]] = []
        for tag in reversed(list(_TAG.finditer(self.folded))):
            name = tag[2]
            if tag[1]:
                closing[name] = tag.end()
            elif name in closing:
                found.append((name, Span(tag.start(), closing[name])))
        return tuple(reversed(found))

    def word(self, words: Iterable[str]) -> Span | None:
        """The first place of any of the words."""
        return min((self._first(word) for word in words if word in self.words), default=None)

    def phrase(self, phrases: Iterable[str]) -> Span | None:
        """The place of the first of the phrases that occurs."""
        for phrase in phrases:
            start = self.folded.find(phrase)
            if start >= 0:
                return Span(start, start + len(phrase))
        return None

    def last_word(self, words: Iterable[str]) -> Span | None:
        """The last place of any of the words."""
        return max((self._last(word) for word in words if word in self.words), default=None)

    def _first(self, word: str) -> Span:
        start = self.folded.find(word)
        while not self._stands_alone(start, len(word)):
            start = self.folded.find(word, start + 1)
        return Span(start, start + len(word))

    def _last(self, word: str) -> Span:
        start = self.folded.rfind(word)
        while not self._stands_alone(start, len(word)):
            start = self.folded.rfind(word, 0, start + len(word) - 1)
        return Span(start, start + len(word))

    def _stands_alone(self, start: int, length: int) -> bool:
        around = self.folded[max(0, start - 1) : start] + self.folded[start + length : start + length + 1]
        return _WORD.search(around) is None

    @cached_property
    def lead(self) -> "Lead":
        """The text without its tagged blocks, each taken out from its opening tag to the next closing tag of any name."""
        text = self.folded
        if "</" not in text:
            return Lead(text, (0,), (0,))
        kept: list[Span] = []
        position, opened = 0, -1
        for tag in _TAG.finditer(text):
            if opened < 0 and not tag[1]:
                opened = tag.start()
            elif opened >= 0 and tag[1]:
                kept.append(Span(position, opened))
                position, opened = tag.end(), -1
        kept.append(Span(position, len(text)))
        starts: list[int] = []
        length = 0
        for span in kept:
            starts.append(length)
            length += span.end - span.start
        return Lead("".join(text[span.start : span.end] for span in kept), tuple(starts), tuple(s.start for s in kept))


@dataclass(frozen=True, slots=True)
class Lead:
    """Pieces of a text joined, with where each piece starts in the join and came from."""

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]

    def sentences(self) -> Iterator[Span]:
        """The sentences in the join's own offsets."""
        start = len(self.text) - len(self.text.lstrip())
        for found in _SENTENCE_END.finditer(self.text, start):
            if found.end() < len(self.text):
                yield Span(start, found.end())
                start = found.end()
        if start < len(self.text):
            yield Span(start, len(self.text))

    def origin(self, span: tuple[int, int]) -> Span:
        """Where a span of the join that crosses no seam stood in the text; one that does ends with its first piece."""
        piece = bisect_right(self.starts, span[0]) - 1
        shift = self.origins[piece] - self.starts[piece]
        end = min(span[1], self.starts[piece + 1]) if piece + 1 < len(self.starts) else span[1]
        return Span(span[0] + shift, end + shift)


def words(text: str) -> frozenset[str]:
    """The distinct runs of word characters."""
    if text.isascii():
        return frozenset(text.translate(_SPACE_FOR_OTHERS).split())
    return frozenset(_WORD.findall(text))


def fold(text: str) -> str:
    """The text in lower case, letter for letter, so that every offset stays what it was."""
    if text.isascii():
        return text.lower()
    return text.translate(_LETTERS_OF_ONE_CASE).lower() if _has_odd_letters(text) else text.lower()


def _has_odd_letters(text: str) -> bool:
    return "\u0130" in text or "\u0131" in text or "\u017f" in text
