"""How many columns a text takes in a terminal, and how a line is cut to fit; it must not know what is shown.

The widths stand here, and are not asked of Python's own tables: a report has the same bytes under every version.
"""

import re
from collections.abc import Iterator

_WIDE = re.compile(
    r"[\u1100-\u115e\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1"
    r"\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c"
    r"\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf"
    r"\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6"
    r"\U00016fe0-\U00018dff\U0001aff0-\U0001b2ff\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a\U0001f1e6-\U0001f1ff"
    r"\U0001f200-\U0001f320\U0001f32d-\U0001f335\U0001f337-\U0001f393\U0001f3a0-\U0001f3ca\U0001f3cf-\U0001f3f0"
    r"\U0001f3f4\U0001f3f8-\U0001f3fa\U0001f400-\U0001f4fd\U0001f4ff-\U0001f53d\U0001f54b-\U0001f567\U0001f57a\U0001f595\U0001f596\U0001f5a4"
    r"\U0001f5fb-\U0001f64f\U0001f680-\U0001f6cc\U0001f6d0-\U0001f6df\U0001f6eb-\U0001f6ff\U0001f7e0-\U0001f7ff"
    r"\U0001f900-\U0001faff\U00020000-\U0003fffd]"
)
_NARROWLESS = re.compile(
    r"[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    r"\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0900-\u0902\u093a\u093c\u0941-\u0948\u094d"
    r"\u0951-\u0957\u0962\u0963\u0981\u09bc\u09c1-\u09c4\u09cd\u0a3c\u0a41-\u0a4d\u0abc\u0ac1-\u0ac8\u0acd\u0b3c\u0b4d"
    r"\u0bc0\u0bcd\u0c3e-\u0c40\u0c46-\u0c56\u0ccc\u0ccd\u0d41-\u0d44\u0d4d\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1"
    r"\u0eb4-\u0ebc\u0ec8-\u0ece\u135d-\u135f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u20d0-\u20f0\u302a-\u302d"
    r"\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
)

ELLIPSIS = "…"


def width(text: str) -> int:
    """The columns of a text that holds no control characters."""
    if text.isascii():
        return len(text)
    return len(text) + len(_WIDE.findall(text)) - len(_NARROWLESS.findall(text))


def pad(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def between(left: str, right: str, columns: int) -> str:
    """Two texts at the two ends of a line; at least two blanks stand between them."""
    return left + " " * max(2, columns - width(left) - width(right)) + right


def fit(text: str, columns: int) -> str:
    """The start of a text that fits, with an ellipsis where it was cut."""
    return text if width(text) <= columns else _head(text, columns - 1) + ELLIPSIS


def around(before: str, middle: str, after: str, columns: int) -> tuple[str, str, str]:
    """A line in three parts, cut at its ends (and in the middle only if need be) so that the middle part is seen."""
    middle = fit(middle, columns)
    room = columns - width(middle)
    if width(before) + width(after) <= room:
        return before, middle, after
    ahead = min(width(after), max(room // 3, room - width(before)))
    return _tail(before, room - ahead), middle, fit(after, ahead) if ahead > 0 else ""


def wrap(text: str, columns: int) -> Iterator[str]:
    """The lines of a text broken at blanks, and inside a word only where it is longer than a line."""
    line = ""
    for word in text.split():
        if line and width(line) + 1 + width(word) > columns:
            yield line
            line = ""
        while width(word) > columns:
            head = _head(word, columns) or word[0]
            yield head
            word = word[len(head) :]  # noqa: PLW2901
        line = f"{line} {word}" if line else word
    if line:
        yield line


def _head(text: str, columns: int) -> str:
    """The longest start of a text that fits; a letter keeps its marks."""
    end = min(len(text), columns) if text.isascii() else _fitting(text, columns)
    return text[:end]


def _tail(text: str, columns: int) -> str:
    """The end of a text that fits, with an ellipsis where it was cut."""
    if width(text) <= columns:
        return text
    if columns < 1:
        return ""
    kept = text[-columns:]
    while width(kept) > columns - 1:
        kept = kept[1:]
    return ELLIPSIS + _NARROWLESS.sub("", kept[:1]) + kept[1:]


def _fitting(text: str, columns: int) -> int:
    used = 0
    for index, sign in enumerate(text):
        used += width(sign)
        if used > columns:
            return index
    return len(text)
