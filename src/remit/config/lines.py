"""The line on which each key of a TOML document stands; it must not know what the keys mean."""

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r'(?P<text>"""(?:[^"\\]++|\\[\s\S]|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']++|'{1,2}(?!'))*+'{3,5}"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'[^'\n]*+')"
    r"|(?P<blank>[ \t\r]++|#[^\n]*+)"
    r"|(?P<end>\n)"
    r"|(?P<sign>[\[\]{}=,.])"
    r"|(?P<word>[^\s\[\]{}=,.#\"']++)"
)

Path = tuple[str, ...]


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


class _Open(NamedTuple):
    """A bracket that is still open; the path of an inline table, or None below a list, where keys have no one path."""

    sign: str
    path: Path | None


def key_lines(document: str) -> dict[Path, int]:
    """Where each table and key of a document stands that a TOML parser takes, by its path; inside lists none do.

    The tables of `[[name]]` stand below it by their numbers from 0, and their keys where the first of them does.
    """
    lines: dict[Path, int] = {}
    numbers: dict[Path, int] = {}
    table: Path = ()
    brackets = 0
    parts: list[str] = []
    above: list[_Open] = []
    value_of: Path | None = None
    in_key = True
    for token in _tokens(document):
        if token.kind == "end":
            if not above:
                in_key, parts, brackets = True, [], 0
        elif not in_key:
            if token.text in {"[", "{"} and token.kind == "sign":
                above.append(_Open(token.text, value_of if token.text == "{" else None))
                value_of = None if token.text == "[" else value_of
                in_key, parts = token.text == "{", []
            elif token.text in {"]", "}"} and above:
                above.pop()
            elif token.text == "," and above and above[-1].sign == "{":
                in_key, parts = True, []
        elif token.kind in {"text", "word"}:
            parts.append(_plain(token))
        elif token.text == "[":
            brackets += 1
        elif token.text == "]":
            table = tuple(parts)
            lines.setdefault(table, token.line)
            if brackets == 2:
                lines[*table, str(numbers.setdefault(table, 0))] = token.line
                numbers[table] += 1
            in_key = False
        elif token.text == "}":
            above.pop()
            in_key = False
        elif token.text == "=":
            holder = above[-1].path if above else table
            value_of = None if holder is None else (*holder, *parts)
            if value_of is not None:
                lines.setdefault(value_of, token.line)
            in_key = False
    return lines


def _tokens(document: str) -> Iterator[_Token]:
    line, counted = 1, 0
    for found in _TOKEN.finditer(document):
        line += document.count("\n", counted, found.start())
        counted = found.start()
        if found.lastgroup and found.lastgroup != "blank":
            yield _Token(found.lastgroup, found[0], line)


def _plain(token: _Token) -> str:
    if token.kind == "word":
        return token.text
    text = tomllib.loads(f"key = {token.text}")["key"]
    return text if isinstance(text, str) else token.text
