"""Find the markers of a reply's final text and say which of them count; it must not know phases, tasks or criteria.

A marker is written exactly as the contract has it: lower-case tag, no attribute but a double-quoted id where there is
one, and one word, with white space around it or none. Any other tag of these names that stands in the open is torn: it
may be half of a verdict, so it is kept for the reader to refuse, and never passed over.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, cast

from remit.model.phase import WORDS
from remit.replies.contract import CONTRACT, CRITERION_PLACEHOLDER, JUDGEMENTS, STATUSES, TASK_PLACEHOLDER
from remit.replies.surface import covered, in_the_open

Element = Literal["review", "task_status", "criterion"]

_TAG = re.compile(r"</?(review|task_status|criterion)(?![\w.:-])", re.IGNORECASE)
_MARKER = re.compile(
    r'<(?P<element>review(?=>)|(?:task_status|criterion)(?= ))(?: id="(?P<id>[^\s"<>]++)")?>'
    r"(?P<word>[^<]*+)</(?P=element)>"
)

_KNOWN_WORDS = frozenset({*WORDS, *STATUSES, *JUDGEMENTS})
_PLACEHOLDERS = frozenset({TASK_PLACEHOLDER, CRITERION_PLACEHOLDER})
_CHOICE = re.compile(r"\s*+(?:[|/]|\bor\b)\s*+")
_DRESS = r"[\s*_`\"'“”‘’()\[\]]*+"
_JOINED = re.compile(rf"{_DRESS}(?:(?P<choice>[,;]?\s*+or(?![a-z0-9])|[|/])|,){_DRESS}", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:[^.!?\r\n]|[.!?](?!\s))++")
_MUST_OUTPUT = re.compile(r"\bmust[ \t*_`]++output\b", re.IGNORECASE)
# The longest first: one sentence of the contract begins like another.
_CONTRACT = re.compile(
    "|".join(
        r"\s++".join(map(re.escape, sentence.split()))
        for sentence in sorted({each for group in CONTRACT.values() for each in group}, key=len, reverse=True)
    ),
    re.IGNORECASE,
)


class Marker(NamedTuple):
    """A marker, or a torn tag of that name, for which there is no word."""

    element: Element
    start: int
    end: int
    id: str
    word: str | None
    counts: bool = False


def markers(text: str) -> tuple[Marker, ...]:
    """All markers and torn tags in the order of the text, those that count marked as such."""
    tags = list(_TAG.finditer(text))
    found = list(_written(text, tags))
    shown = in_the_open(text, [tag.start() for tag in tags])
    echoed = covered(_echoes(text, found), [marker.start for marker in found])
    return tuple(
        marker._replace(counts=marker.start in shown and marker.start not in echoed and not _speaks_of_the_form(marker))
        for marker in found
    )


def _written(text: str, tags: Sequence[re.Match[str]]) -> Iterator[Marker]:
    end = 0
    for tag in tags:
        if tag.start() < end:
            continue
        element = cast("Element", tag[1].lower())
        marker = _MARKER.match(text, tag.start())
        if marker is None:
            yield Marker(element, *tag.span(), id="", word=None)
        else:
            end = marker.end()
            yield Marker(element, tag.start(), end, marker["id"] or "", marker["word"].strip())


def _speaks_of_the_form(marker: Marker) -> bool:
    """Whether it holds a placeholder for its id, or the words to choose from."""
    words = _CHOICE.split(marker.word or "")
    return marker.id in _PLACEHOLDERS or (len(words) > 1 and _KNOWN_WORDS.issuperset(words))


def _echoes(text: str, found: Sequence[Marker]) -> Iterator[tuple[int, int]]:
    """Where the reply repeats what it was asked for."""
    yield from (sentence.span() for sentence in _CONTRACT.finditer(text))
    for sentence in _SENTENCE.finditer(text):
        if _MUST_OUTPUT.search(text, *sentence.span()):
            yield sentence.span()
    yield from _alternatives(text, [marker for marker in found if marker.word is not None])


def _alternatives(text: str, found: Sequence[Marker]) -> Iterator[tuple[int, int]]:
    """Runs of markers that are joined as a choice; a comma alone joins only what an `or` ends."""
    start, choice = 0, False
    for at, marker in enumerate(found):
        joined = _JOINED.fullmatch(text, marker.end, found[at + 1].start) if at + 1 < len(found) else None
        if joined is not None:
            choice = choice or joined["choice"] is not None
            continue
        if choice:
            yield found[start].start, marker.end
        start, choice = at + 1, False
