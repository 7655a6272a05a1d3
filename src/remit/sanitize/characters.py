"""Judge the characters of a text, whatever it says: what is refused, left out, replaced or shown; it must not know Markdown or fields.

A text may be read by programs that split lines elsewhere than Markdown does. Where lines decide what is a section, such a character
is refused (`lines_decide`); elsewhere it becomes the line end that it may be taken for. Carriage returns are `settling`'s.
"""

import re
import unicodedata
from collections.abc import Iterator

from remit.markup.hidden import Hidden, HiddenKind, find_hidden
from remit.markup.places import Span
from remit.sanitize.handling import Concern, escape, flag, reject, strip

_STACKED_MARKS = 8

_UNREADABLE = re.compile("[\x00\ud800-\udfff]")
_LINE_ENDS = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_OTHER_LINE_ENDS = "\x85\u2028\u2029"
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]+")
_NOT_ASCII_RUN = re.compile(r"[^\x00-\x7f]{9,}")
# Where a blank pattern stands among others of its kind it is part of a picture.
_BLANK_BRAILLE = re.compile("(?<![\u2801-\u28ff])\u2800+(?![\u2800-\u28ff])")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")

_HIDDEN_CODES: dict[HiddenKind, str] = {
    "tag-block": "uni.tag_block",
    "variation-selectors": "uni.vs_run",
    "bidi": "uni.bidi",
    "zero-width": "uni.zero_width",
    "mixed-script": "uni.mixed_script",
    "invisible": "uni.invisible",
    "ansi": "text.ansi",
    "control": "text.control",
}


def judge_characters(text: str, *, lines_decide: bool = False) -> Iterator[Concern]:
    """Every concern about single characters and runs of them."""
    for found in _UNREADABLE.finditer(text):
        yield reject("bytes.nul" if found[0] == "\0" else "bytes.surrogate", Span(*found.span()))
        return
    yield from _line_ends(text, lines_decide)
    for hidden in find_hidden(text):
        yield from _hidden(text, hidden)
    if text.isascii():
        return
    if text.startswith("\ufeff"):
        yield strip("uni.bom", Span(0, 1))
    yield from (flag("uni.pua", Span(*found.span())) for found in _PRIVATE.finditer(text))
    yield from (strip("uni.blank", Span(*found.span())) for found in _BLANK_BRAILLE.finditer(text))
    for run in _NOT_ASCII_RUN.finditer(text):
        if (stacked := _stacked(run)) is not None:
            yield reject("uni.combining", stacked)
            return


def _line_ends(text: str, lines_decide: bool) -> Iterator[Concern]:
    for found in _LINE_ENDS.finditer(text):
        span = Span(*found.span())
        if lines_decide:
            yield reject("text.linesep", span)
        elif found[0] in _OTHER_LINE_ENDS:
            yield escape("text.linesep", span, "\n")


def _hidden(text: str, hidden: Hidden) -> Iterator[Concern]:
    shown = text[slice(*hidden.span)]
    match hidden.kind:
        case "mixed-script":
            yield flag("uni.mixed_script", hidden.span, shown)
        case "tag-block":
            yield strip("uni.tag_block", hidden.span, _smuggled(shown))
        case "invisible":
            code = "uni.filler" if _FILLERS.issuperset(shown) else "uni.invisible"
            yield strip(code, hidden.span)
        case "control":
            for found in re.finditer(f"[^{_OTHER_LINE_ENDS}]+", shown):
                yield strip("text.control", Span(hidden.span.start + found.start(), hidden.span.start + found.end()))
        case kind:
            yield strip(_HIDDEN_CODES[kind], hidden.span)


def _smuggled(tags: str) -> str:
    """What tag characters say to a program that reads them as letters."""
    return "".join(chr(ord(char) - 0xE0000) for char in tags if 0xE0020 <= ord(char) < 0xE007F)


def _stacked(run: re.Match[str]) -> Span | None:
    """The first place of a run of characters at which more marks stand on a base than any script needs."""
    marks = 0
    for at, char in enumerate(run[0]):
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks > _STACKED_MARKS:
            return Span(run.start() + at - _STACKED_MARKS, run.start() + at + 1)
    return None
