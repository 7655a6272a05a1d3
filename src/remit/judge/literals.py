"""Literal objects and arrays inside a text, and whether their values are real; it must not know why they are shown."""

import re
from collections.abc import Iterator

_BRACKET = re.compile(r"[{}\[\]]")
_OPENS_LITERAL = re.compile(r"[{\[](?:\s{0,80}+[{\[]){0,3}+\s{0,80}+(?:\"|'|\w+\"?\s*:)")


_OPENS_OBJECT = re.compile(r"\{" + _OPENS_LITERAL.pattern[5:])
_OPENS_ARRAY = re.compile(r"\[" + _OPENS_LITERAL.pattern[5:])


def opens_literal(text: str) -> bool:
    """Whether a bracket opens a literal; each pattern begins with one letter, which is found fast."""
    return bool(_OPENS_OBJECT.search(text) or _OPENS_ARRAY.search(text))


def literals(text: str) -> Iterator[tuple[int, int]]:
    """The outermost balanced brackets that open like a literal, in the order of the text."""
    if not opens_literal(text):
        return
    open_: list[int] = []
    pairs: list[tuple[int, int]] = []
    for bracket in _BRACKET.finditer(text):
        if bracket[0] in "{[":
            open_.append(bracket.start())
        elif open_:
            start = open_.pop()
            if (text[start] == "{") == (bracket[0] == "}"):
                pairs.append((start, bracket.end()))
            else:
                open_.clear()
    end = 0
    for start, stop in sorted(pairs):
        if start >= end and _OPENS_LITERAL.match(text, start):
            yield start, stop
            end = stop


_SCHEMA = re.compile(r"[\"']\$schema[\"']|[\"']properties[\"']\s*:")
_STRING = re.compile(
    r"\"((?:[^\"\\\n]|\\.)*+)\"(\s*:)?|'([^'\n]*+)'(\s*:)?|(?<=[:\[,\s])(-?\d[\d.]*+|true|false)(?=[\s,}\]])"
)
_SLOT = re.compile(r"<[^<>\n]*>|\$?\{[^{}\n]*\}|\[[^\[\]\n]*\]|\.{3,}|\u2026|_{3,}")
_TYPE_NAME = re.compile(
    r"(?:string|str|number|int|integer|float|bool|boolean|null|text|value|array|object|date|datetime|any|uuid|enum|list|optional|"
    r"placeholder|todo|tbd)(?:\[\]|\s*\(.*\)|<.*>)?\Z"
)
_DESCRIPTION = re.compile(r"(?:your|the|an?|one|short|brief|list of|name of|one-sentence)\s")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


def shows_values(text: str) -> bool:
    """Whether a sample holds at least one value that is filled in; a schema or slots alone are none."""
    if _SCHEMA.search(text):
        return False
    if _OPENS_LITERAL.search(text):
        return any(_is_real(found) for found in _STRING.finditer(text))
    return any(
        _LETTER_OR_DIGIT.search(_value(line))
        for line in text.split("\n")
        if not line.lstrip().startswith(("```", "~~~"))
    )


def _value(line: str) -> str:
    rest = _SLOT.sub("", line.partition(":")[2] if ":" in line else line).strip()
    return "" if _TYPE_NAME.match(rest.lower()) else rest


def _is_real(found: re.Match[str]) -> bool:
    if found[5]:
        return True
    if found[2] or found[4]:
        return False
    value = (found[1] or found[3] or "").strip()
    bare = _SLOT.sub("", value)
    if not _LETTER_OR_DIGIT.search(bare) or "|" in value:
        return False
    return not _TYPE_NAME.match(value.lower()) and not _DESCRIPTION.match(value.lower())
