"""Undo the disguises in which a phrase may stand, keeping every place; it must not know which phrases are looked for."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

from remit.markup.edits import covered
from remit.markup.names import LATIN
from remit.markup.places import Span

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
_ODD = re.compile(
    f"[\uff01-\uff5e\u2100-\u214f\U0001d400-\U0001d7ff\U0001f130-\U0001f169\u24b6-\u24e9\u0370-\u052f\u0531-\u0587\u1d00-\u1d2f]"
    f"|{_UNSEEN.pattern}"
)
_REACH = 400
_LEET = re.compile(r"[013457@$!|](?<=[A-Za-z].)(?=[A-Za-z])")
_LETTERS = str.maketrans("013457@$!|", "oieastasil")
_SPACED = re.compile(r" {1,3}+[^\s](?: {1,3}+[^\s]){14,}+")
_BACKWARDS = ("snoitcurtsni", "erongi", "tpmorp", "dragersid", "tegrof", "metsys")
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,20000}={0,2}(?![A-Za-z0-9+/=])")
_WORDS = re.compile(r"[A-Za-z]{2,}[ ,.!?:;'-]+[A-Za-z]{2,}")
_MOST_ENCODED = 200


class View(NamedTuple):
    """A text as it would read without one disguise, and how its stretches are found in the original."""

    disguise: str
    text: str
    original: Callable[[int, int], Span]


def views(text: str) -> Iterator[View]:
    """The text itself, then each way to read it that differs."""
    yield View("", text, Span)
    if not text.isascii():
        yield from (_folded(text, around) for around in _around(text, _ODD))
    for start, end in _around(text, _LEET):
        if len(_LEET.findall(text, start, end)) > 2:
            yield View("leet", text[start:end].translate(_LETTERS), _shifted(start))
    yield from (_spaced(text, Span(*found.span())) for found in _SPACED.finditer(text))
    lowered = lower(text)
    if any(word in lowered for word in _BACKWARDS):
        length = len(text)
        yield View("reversed", text[::-1], lambda start, end: Span(length - end, length - start))
    yield from _encoded(text)


def lower(text: str) -> str:
    """The text in lower case, each place kept."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(small if len(small := char.lower()) == 1 else char for char in text)
    return lowered


def _around(text: str, pattern: re.Pattern[str]) -> list[Span]:
    """The stretches of a text that lie near a match, so that one odd word does not cost a second look at everything."""
    return covered(Span(max(0, at - _REACH), min(len(text), at + _REACH)) for at in _starts(text, pattern))


def _starts(text: str, pattern: re.Pattern[str]) -> Iterator[int]:
    reached = -_REACH
    for found in pattern.finditer(text):
        if found.start() >= reached:
            yield found.start()
            reached = found.start() + _REACH // 4


def _folded(text: str, around: Span) -> View:
    chars: list[str] = []
    places: list[int] = []
    for at in range(*around):
        char = text[at]
        if char.isascii():
            plain = char
        elif "\U000e0020" <= char < "\U000e007f":
            plain = chr(ord(char) - 0xE0000)
        elif _UNSEEN.match(char):
            continue
        else:
            plain = unicodedata.normalize("NFKC", char).translate(LATIN)
        chars.append(plain)
        places += [at] * len(plain)
    places.append(around.end)
    return View("folded", "".join(chars), lambda start, end: Span(places[start], places[max(end - 1, start)] + 1))


def _shifted(by: int) -> Callable[[int, int], Span]:
    return lambda start, end: Span(by + start, by + end)


def _spaced(text: str, found: Span) -> View:
    """Letters with a space after each, brought together; where several spaces stand, one is kept."""
    first = max(found.start - 1, 0)
    run = text[first : found.end]
    places = [at for at, char in enumerate(run) if not char.isspace() or run[at - 1 : at + 2].isspace()]
    shown = "".join(" " if run[at].isspace() else run[at] for at in places)
    return View(
        "spaced",
        shown,
        lambda start, end: Span(first + places[start], first + places[end - 1] + 1) if end else Span(first, first),
    )


def _encoded(text: str) -> Iterator[View]:
    for count, found in enumerate(_ENCODED.finditer(text)):
        if count == _MOST_ENCODED:
            return
        said = _decoded(found[0])
        if said is not None and _WORDS.search(said):
            yield View("base64", said, _always(Span(*found.span())))


def _always(span: Span) -> Callable[[int, int], Span]:
    return lambda _start, _end: span


def _decoded(token: str) -> str | None:
    body = token.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        said = base64.b64decode(body[: len(body) // 4 * 4]).decode()
    except (binascii.Error, ValueError):
        return None
    return said if said.isprintable() or "\n" in said else None
