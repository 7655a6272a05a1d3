"""Names how two renderings of one prompt differ; it must not know how they were made."""

import re
from typing import NamedTuple

_LONGEST = 40


class _Kind(NamedTuple):
    name: str
    pattern: re.Pattern[str]


# In this order: what an earlier one explains, no later one needs to.
_KINDS = (
    _Kind("the working folder", re.compile(r"\bremit-\w+(?=/(?:work|home|tmp)\b)")),
    _Kind("an object's address", re.compile(r"\b0x[0-9a-fA-F]{6,}\b")),
    _Kind(
        "a random id",
        re.compile(
            r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(?=\d*[a-f])[0-9a-f]{16,64}\b",
            re.IGNORECASE,
        ),
    ),
    _Kind(
        "the clock",
        re.compile(
            r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?|\b\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\b"
            r"|\b\d{10}(?:\.\d+)?\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b\d{1,2}\s+[A-Z][a-z]+\s+\d{4}\b"
            r"|\b[A-Z][a-z]+\s+\d{1,2},\s+\d{4}\b"
        ),
    ),
    _Kind("a number", re.compile(r"\d+(?:\.\d+)?")),
)


def difference(first: str, second: str) -> str:
    """What differs, by its kind and by the first place; empty where nothing does."""
    if first == second:
        return ""
    return f"{_kind(first, second)} differs between two renderings: {_shown(first, second)}"


def _kind(first: str, second: str) -> str:
    named = []
    for kind in _KINDS:
        if kind.pattern.findall(first) != kind.pattern.findall(second):
            named.append(kind.name)
            first, second = kind.pattern.sub("", first), kind.pattern.sub("", second)
        if first == second:
            return " and ".join(named)
    if sorted(re.findall(r"\w+", first)) == sorted(re.findall(r"\w+", second)):
        return " and ".join([*named, "the order"])
    return "the text"


def _shown(first: str, second: str) -> str:
    start = next(
        (at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other),
        min(len(first), len(second)),
    )
    begin = max(first.rfind("\n", 0, start), first.rfind(" ", 0, start)) + 1
    line = first.count("\n", 0, start) + 1
    return f"line {line} has '{_cut(first[begin:])}' and '{_cut(second[begin:])}'"


def _cut(text: str) -> str:
    line = text.partition("\n")[0]
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
