"""Split text into words and operators as a shell would, whatever the text; it must not know what a command does."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

# Stands in a word for a dollar that a shell would act on; quoted and escaped dollars stay what they are.
LIVE = "\0"
_FIELD = "\x01"

_PIECE = re.compile(
    r"""
      (?P<space>[ \t\f\v]+)
    | \\(?P<joined>\r?\n)
    | (?P<newline>\r\n|[\r\n])
    | (?P<operator>\$\(|[<>]\(|`|\|\||\|&|&&|&>>?|;;|<<<|<<-?|>>|[<>]&|>\||<>|[|&;<>()])
    | '(?P<single>[^'\r\n]*+)'
    | \$'(?P<ansi>[^'\\\r\n]*+(?:\\.[^'\\\r\n]*+)*+)'
    | \$?"(?P<double>[^"\\\r\n]*+(?:\\(?:\r?\n|.)[^"\\\r\n]*+)*+)"
    | \\(?P<escaped>.)
    | \$(?P<variable>\{[^{}\r\n]*+\}|\w++|[@*\#?!$-])
    | (?P<dollar>\$)
    | (?P<stray>['"\\])
    | (?P<plain>[^\s'"\\$`|&;<>()]++|[^\S \t\f\v\r\n])
    """,
    re.VERBOSE,
)
_LINE_END = re.compile(r"\r\n|[\r\n]")
_IN_DOUBLE = re.compile(r"\\([$`\"\\])|\\\r?\n|\$(?=[\w{(@*#?!$-])")
_ANSI = re.compile(
    r"\\(?:x(?P<hex>[0-9A-Fa-f]{1,2})|u(?P<unicode>[0-9A-Fa-f]{1,4})|(?P<octal>[0-7]{1,3})|(?P<other>.))"
)
_ANSI_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_VARIABLE = re.compile(
    rf"{LIVE}(?:\{{(?P<braced>\w*)(?::?[-=+?](?P<default>[^{{}}]*))?[^{{}}]*\}}|(?P<plain>\w+)|[@*#?!$-]?)"
)
_ALTERNATIVES = re.compile(r"\{([^{}]*,[^{}]*)\}")


class Token(NamedTuple):
    """A word without its quotes, an operator or the end of a line; `glued` where it follows a word without a space."""

    kind: Literal["word", "operator", "newline"]
    text: str
    start: int
    end: int
    quoted: bool = False
    glued: bool = False


def lex(text: str) -> tuple[list[Token], bool]:
    """All tokens of a text, and whether every quote in it is closed; an unclosed one stands for itself.

    Quotes end with their line, so that an apostrophe in prose cannot hide the lines after it.
    """
    tokens: list[Token] = []
    closed = True
    parts: list[str] = []
    start = 0
    quoted = False
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup
        if kind in {"space", "newline", "operator"}:
            if parts:
                tokens.append(Token("word", "".join(parts), start, piece.start(), quoted))
            if kind == "operator":
                tokens.append(Token("operator", piece[0], piece.start(), piece.end(), glued=bool(parts)))
            elif kind == "newline":
                tokens.append(Token("newline", piece[0], piece.start(), piece.end()))
            parts, quoted = [], False
            continue
        if kind == "joined":
            continue
        if not parts:
            start = piece.start()
        parts.append(_value(piece))
        quoted = quoted or kind in {"single", "ansi", "double", "escaped"}
        closed = closed and kind != "stray"
    if parts:
        tokens.append(Token("word", "".join(parts), start, len(text), quoted))
    return tokens, closed


def expand(word: str, variables: Mapping[str, str]) -> list[str]:
    """Make of a word those that a shell would: variables replaced, braces spread, `$IFS` a separator."""
    if LIVE not in word:
        spread = _ALTERNATIVES.fullmatch(word)
        return spread[1].split(",") if spread else [word]

    def value(found: re.Match[str]) -> str:
        name = found["braced"] or found["plain"] or ""
        if name == "IFS":
            return _FIELD
        return variables.get(name, found["default"] or "")

    fields = _VARIABLE.sub(value, word).split(_FIELD)
    return [field for field in fields if field] or [""]


def decode_escapes(text: str) -> str:
    """Replace the backslash sequences that `$'…'`, `printf` and `echo -e` understand."""
    return _ANSI.sub(_decoded, text)


def is_live(word: str) -> bool:
    return LIVE in word


def logical_lines(text: str, at_least: int = 0) -> Iterator[tuple[int, str]]:
    """The lines of a text with their offsets, or runs of whole lines; a backslash at the end joins two lines."""
    start = 0
    while start < len(text):
        end = _line_end(text, start + at_least)
        yield start, text[start:end]
        start = end


def _line_end(text: str, after: int) -> int:
    for found in _LINE_END.finditer(text, after):
        if found[0] == "\r" or text[found.start() - 1 : found.start()] != "\\":
            return found.end()
    return len(text)


def _value(piece: re.Match[str]) -> str:
    kind = piece.lastgroup
    text = piece[kind] if kind else ""
    if kind == "variable":
        return LIVE + text
    if kind in {"dollar", "stray"}:
        return piece[0]
    if kind == "double":
        return _IN_DOUBLE.sub(_unescaped, text)
    if kind == "ansi":
        return decode_escapes(text)
    return text


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    return LIVE if found[0] == "$" else ""


def _decoded(found: re.Match[str]) -> str:
    if found["other"]:
        return _ANSI_LETTERS.get(found["other"], found["other"])
    if found["octal"]:
        return chr(int(found["octal"], 8))
    return chr(int(found["hex"] or found["unicode"], 16))
