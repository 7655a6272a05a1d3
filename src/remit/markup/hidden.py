"""Characters that a reader does not see or takes for others, found and written out; it must not know whose text it is.

What is found, by kind:

tag-block            tag characters, but for a flag of a part of a country: a black flag, three to five signs, an end
variation-selectors  two or more in a row, or one where no character has a variant: after a space or a Latin letter
bidi                 embeddings, overrides and isolates; a mark (LRM, RLM, ALM) in a line without a right-to-left letter
zero-width           inside an ASCII word, or four and more in a row
mixed-script         a word of Latin letters and of others that look Latin
invisible            soft hyphens, fillers, invisible operators and other signs without a shape
ansi                 terminal sequences
control              other control characters, but for tab, line feed and carriage return

What is not found: joiners in scripts and emoji that need them, zero-width spaces between words, a byte order mark at
the start, the selector after an emoji, Greek letters before or after a formula's Latin ones.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from remit.markup.names import fold
from remit.markup.places import Span

HiddenKind = Literal[
    "tag-block", "variation-selectors", "bidi", "zero-width", "mixed-script", "invisible", "ansi", "control",
]  # fmt: skip
HIDDEN_KINDS: tuple[HiddenKind, ...] = get_args(HiddenKind)


class Hidden(NamedTuple):
    """A stretch of text that reads otherwise than it looks."""

    kind: HiddenKind
    span: Span


_CONTROL = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_TAG = r"\U000e0000-\U000e007f"
_SELECTOR = r"\ufe00-\ufe0f\U000e0100-\U000e01ef"
_BIDI = r"\u202a-\u202e\u2066-\u2069"
_BIDI_MARK = r"\u200e\u200f\u061c"
_ZERO_WIDTH = r"\u034f\u180e\u200b-\u200d\u2060\ufeff"
_FILLER = r"\u115f\u1160"
_MONGOLIAN = r"\u180b-\u180d\u180f"
_SHAPELESS = (
    r"\u00ad\u17b4\u17b5\u2061-\u2065\u206a-\u206f\u3164\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0080-\U000e00ff\U000e01f0-\U000e0fff"
)

# A terminal's own grammar: a control sequence, a string up to its end, or two characters.
_ANSI = (
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f\n]*+(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*+[0-~]"
)

_SUSPECT = re.compile(f"[{_CONTROL}{_TAG}{_SELECTOR}{_BIDI}{_BIDI_MARK}{_ZERO_WIDTH}{_FILLER}{_MONGOLIAN}{_SHAPELESS}]")
_RUN = re.compile(
    f"(?P<ansi>{_ANSI})|(?P<control>[{_CONTROL}]++)|(?P<flag>\\U0001f3f4[{_TAG}]++)|(?P<tag>[{_TAG}]++)"
    f"|(?P<selector>[{_SELECTOR}]++)|(?P<bidi>[{_BIDI}]++)|(?P<mark>[{_BIDI_MARK}]++)|(?P<zero>[{_ZERO_WIDTH}]++)"
    f"|(?P<filler>[{_FILLER}]++)|(?P<mongolian>[{_MONGOLIAN}]++)|(?P<shapeless>[{_SHAPELESS}]++)"
)
_ASCII_SUSPECT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

_FLAG = re.compile(r"\U0001f3f4[\U000e0061-\U000e007a]{2}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,3}\U000e007f")
_RIGHT_TO_LEFT = re.compile(
    r"[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_IDEOGRAPH = re.compile(r"[\u2e80-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_OLD_KOREAN = re.compile(r"[\u1100-\u115e\u1161-\u11ff\ua960-\ua97c\ud7b0-\ud7ff]")
_MONGOLIAN_LETTER = re.compile(r"[\u1800-\u18af\U00011660-\U0001167f]")

# Scripts that hold twins of Latin letters, and a word with one of their letters; it is entered at its start only.
_GREEK = r"\u0370-\u03ff\u1f00-\u1fff"
_OTHER_TWIN = r"\u0400-\u052f\u0531-\u0587"
_LATIN = r"A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_ANY_TWIN = re.compile(f"[{_GREEK}{_OTHER_TWIN}]")
_TWIN_WORD = re.compile(rf"(?<![^\W\d_])[{_LATIN}]*+[{_GREEK}{_OTHER_TWIN}][^\W\d_]*+")
_ASCII_LETTER = re.compile(r"[A-Za-z]")
# No formula puts a Greek letter between Latin ones, and none needs an omicron or a capital that looks Latin.
_NOT_OF_A_FORMULA = re.compile(
    rf"[{_OTHER_TWIN}\u03bf\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7]"
    rf"|(?<=[A-Za-z])[{_GREEK}](?=[A-Za-z])"
)

# Where a joiner or selector has nothing to join or to vary; elsewhere it is part of what it follows.
_JOINERS = r"\u200c\u200d"
_UNSEEN = re.compile(
    f"[{_CONTROL}\t\n\r{_TAG}{_BIDI}{_BIDI_MARK}\u034f\u180e\u200b\u2028\u2029\u2060\ufeff{_FILLER}{_SHAPELESS}\ud800-\udfff\ufffe\uffff]"
    f"|(?<![^\\x00-\\x7f])[{_JOINERS}]|(?<=[{_JOINERS}])[{_JOINERS}]"
    f"|(?<![^\\x00-\\x7f])[{_SELECTOR}](?!\u20e3)|(?<=[{_SELECTOR}])[{_SELECTOR}]"
)

_LONG_RUN = 4
_LINE_REACH = 400
_LONGEST_WORD = 100


def find_hidden(text: str) -> tuple[Hidden, ...]:
    """All that is hidden in a text, in its order and in linear time."""
    suspect = _ASCII_SUSPECT if text.isascii() else _SUSPECT
    found = list(_runs(text)) if suspect.search(text) else []
    if not text.isascii() and _ANY_TWIN.search(text):
        found += _mixed_words(text)
        found.sort(key=lambda hidden: hidden.span.start)
    return tuple(found)


def visible(text: str) -> str:
    """The text on one line, with all that a terminal would obey or a reader would not see written out as escapes."""
    return _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)


def _runs(text: str) -> Iterator[Hidden]:
    for run in _RUN.finditer(text):
        start, end = run.span()
        if run.lastgroup == "flag":
            if _FLAG.fullmatch(text, start, end) is None:
                yield Hidden("tag-block", Span(start + 1, end))
        elif (kind := _kind(run.lastgroup, text, start, end)) is not None:
            yield Hidden(kind, Span(start, end))


def _kind(group: str | None, text: str, start: int, end: int) -> HiddenKind | None:
    """What a run of one group of characters is in its place; None where it has a use there."""
    match group:
        case "ansi" | "control" | "bidi":
            return group
        case "tag":
            return "tag-block"
        case "selector":
            return None if end - start == 1 and _selects(text, start) else "variation-selectors"
        case "mark":
            return None if _right_to_left(text, start) else "bidi"
        case "zero":
            return "zero-width" if end - start >= _LONG_RUN or _in_ascii_word(text, start, end) else None
        case "filler":
            return None if _OLD_KOREAN.search(text, max(0, start - 1), end + 1) else "invisible"
        case "mongolian":
            return None if start and _MONGOLIAN_LETTER.match(text, start - 1) else "invisible"
        case _:
            return "invisible"


def _selects(text: str, start: int) -> bool:
    """Whether a single selector may choose between forms of what stands before it."""
    selector = text[start]
    if selector in "\ufe0e\ufe0f":
        return not _in_ascii_word(text, start, start + 1)
    before = text[start - 1 : start] if start else ""
    if selector >= "\U000e0100":
        return _IDEOGRAPH.match(before) is not None
    return before == "0" or (before != "" and not before.isascii())


def _in_ascii_word(text: str, start: int, end: int) -> bool:
    around = text[start - 1 : start] + text[end : end + 1] if start else ""
    return len(around) == 2 and around.isascii() and around.isalnum()


def _right_to_left(text: str, start: int) -> bool:
    """Whether a right-to-left letter stands near enough in the line for a direction mark to have a use."""
    line_start = text.rfind("\n", max(0, start - _LINE_REACH), start) + 1 or max(0, start - _LINE_REACH)
    line_end = text.find("\n", start, start + _LINE_REACH)
    return _RIGHT_TO_LEFT.search(text, line_start, line_end if line_end >= 0 else start + _LINE_REACH) is not None


def _mixed_words(text: str) -> Iterator[Hidden]:
    for found in _TWIN_WORD.finditer(text):
        word = found[0][:_LONGEST_WORD]
        if _ASCII_LETTER.search(word) and _NOT_OF_A_FORMULA.search(word) and fold(word).isascii():
            yield Hidden("mixed-script", Span(*found.span()))
