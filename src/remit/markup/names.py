"""Which tags a text seems to hold, in whatever disguise; it must not know what the tags mean.

A name is compared after folding: compatibility forms, case, invisible characters, and letters of other scripts that look Latin.
"""

import re
import unicodedata
from collections.abc import Iterator, Set
from functools import lru_cache

_LOOKALIKES = {
    "a": "\u0430\u03b1\u0251",
    "b": "\u0432\u03b2\u044c",
    "c": "\u0441\u03c2\u1d04",
    "d": "\u0501",
    "e": "\u0435\u03b5\u0454\u212e",
    "f": "\u0192\u0493",
    "g": "\u0261\u0581",
    "h": "\u04bb\u0570\u043d",
    "i": "\u0456\u03b9\u0131\u0269",
    "j": "\u0458\u03f3",
    "k": "\u043a\u03ba",
    "l": "\u04cf",
    "m": "\u043c\u03bc",
    "n": "\u0578\u03b7\u043f",
    "o": "\u043e\u03bf\u0585\u03c3",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "r": "\u0433\u027c",
    "s": "\u0455\ua731",
    "t": "\u0442\u03c4",
    "u": "\u03c5\u057d\u028b",
    "v": "\u03bd\u0475",
    "w": "\u051d\u0461\u03c9",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3\u04af",
}
LATIN = str.maketrans({twin: letter for letter, twins in _LOOKALIKES.items() for twin in twins})

_INVISIBLE = (
    r"\s\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
_OTHER_LESS = "\u02c2\u1438\u2039\u2329\u276e\u27e8\u3008\ufe64\uff1c"
# What reads as the sign that opens a tag.
LESS_THAN = f"<{_OTHER_LESS}"
_SLASH = r"/\uff0f\u2044\u2215"
_NAME_END = rf"{LESS_THAN}{_SLASH}\s>\"'=&(){{}}\[\],;\uff1e\ufe65\u203a\u3009\u27e9"

_ASCII_TAG = re.compile(r"<\s*+/?\s*+([a-zA-Z_][\w.:-]*+)")
_NAMED = rf"[{_INVISIBLE}]*+[{_SLASH}]?[{_INVISIBLE}]*+([^{_NAME_END}]++)"
# With one literal first character the engine skips to it; with a set it looks at each character.
_WIDE_TAG = re.compile(f"<{_NAMED}")
_ANY_TAG = re.compile(f"[{LESS_THAN}]{_NAMED}")
_HIDDEN = re.compile(rf"[{_INVISIBLE}]")
_SUFFIX = re.compile(r"_[0-9a-f]{4,}$")


def tag_names(text: str, known: Set[str]) -> frozenset[str]:
    """Those of the known names that anything in the text reads as a tag of, with a suffix or without."""
    tag = _ASCII_TAG if text.isascii() else _ANY_TAG if any(sign in text for sign in _OTHER_LESS) else _WIDE_TAG
    names = {fold(name) for name in set(tag.findall(text))}
    return frozenset(known & (names | {_SUFFIX.sub("", name) for name in names}))


def odd_tags(text: str) -> Iterator[re.Match[str]]:
    """All that reads as the start of a tag, in any script and with anything invisible in it; group 1 is the name as written."""
    tag = _ANY_TAG if any(sign in text for sign in _OTHER_LESS) else _WIDE_TAG
    return tag.finditer(text)


@lru_cache(maxsize=1024)
def fold(name: str) -> str:
    """The name that a reader would take this one for."""
    if name.isascii() and name.isprintable():
        return name.lower()
    plain = _HIDDEN.sub("", unicodedata.normalize("NFKC", name).casefold()).translate(LATIN)
    if plain.isascii():
        return plain
    return "".join(
        char for char in unicodedata.normalize("NFD", plain) if unicodedata.category(char) not in ("Mn", "Cf")
    )
