"""Raise the injection alarm over files and JSON lines; it must not know commands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

import msgspec

from remit.api.json_lines import Line, json_lines
from remit.config import Settings
from remit.disk import read_text
from remit.markup.places import Lines
from remit.sanitize.injection import Alarm, Policy, Source, scan_text

__all__ = ["SOURCES", "Answer", "Place", "Policy", "Scanned", "Source", "policy_of", "scan", "scan_lines"]

SOURCES: tuple[Source, ...] = get_args(Source)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule found something, and the first line of it."""

    rule: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Scanned:
    """One file, its alarm, and the places of what was found, in the order of the text."""

    path: str
    alarm: Alarm
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found in one row; `id` is the row's own, or its line number where it has none.

    A line that cannot be read is answered with an alarm and the code of the reason: nobody has seen what it holds.
    """

    id: str | int
    alarm: Alarm
    refused: str | None = None


class _Row(msgspec.Struct, frozen=True):
    text: str


def scan(name: str) -> Scanned:
    """What the rules find in the text of a file."""
    text = read_text(name)
    alarm = scan_text(text)
    lines = Lines.of(text)
    places = []
    for reason in sorted(alarm.reasons, key=lambda reason: (reason.span, reason.rule)):
        at = lines.place(reason.span.start)
        places.append(Place(reason.rule, at.line, at.column, text[slice(*reason.span)].partition("\n")[0]))
    return Scanned(name, alarm, tuple(dict.fromkeys(places)))


def scan_lines(name: str) -> Iterator[Answer]:
    """What the rules find in the text of each line of a file, or of standard input for `-`, in order."""
    return map(_answer, json_lines(name))


def policy_of(source: Source, settings: Settings) -> Policy:
    """What an alarm in a text from this source leads to."""
    policy: Policy = getattr(settings.injection, source)
    return policy


def _answer(line: Line) -> Answer:
    try:
        row = msgspec.convert(line.value, _Row)
    except msgspec.ValidationError:
        return Answer(line.own_id, Alarm(True, 1.0, (), (), ()), line.refused or "encoding.invalid")
    return Answer(line.own_id, scan_text(row.text))
