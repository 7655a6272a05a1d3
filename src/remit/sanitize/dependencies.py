"""Judge what a task says that it waits for, and find circles among tasks; it must not know where tasks are kept."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from remit.errors import TaskInvalid
from remit.markup.places import Span
from remit.model.task import check_task_id
from remit.sanitize.handling import Concern, flag, reject

_MOST = 1000


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known around a task: its own id, the ids in scope (None: all), and every known task with what it waits for."""

    task: str | None = None
    scope: frozenset[str] | None = None
    tasks: Mapping[str, Sequence[str]] | None = None


def decode(text: str) -> list[str] | None:
    """The ids of a JSON list, or of a line with commas; None for anything else."""
    if text.lstrip().startswith("["):
        try:
            return msgspec.json.decode(text, type=list[str])
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeEncodeError):
            return None
    return [part for part in re.split(r"[\s,]+", text.strip()) if part] if text.isprintable() or "\n" in text else None


def judge_dependencies(ids: Sequence[str], around: Surroundings, spans: Sequence[Span] | None = None) -> list[Concern]:
    """Every concern about a list of ids."""
    places = spans if spans is not None else [Span(0, 0)] * len(ids)
    found: list[Concern] = []
    seen: set[str] = set()
    if len(ids) > _MOST:
        return [reject("dep.limit", Span(0, 0), f"{len(ids)} ids")]
    for name, span in zip(ids, places, strict=True):
        shown = name[:80]
        if not _is_id(name):
            found.append(reject("dep.format", span, shown))
        elif name in seen:
            found.append(flag("dep.duplicate", span, shown))
        elif name == around.task:
            found.append(reject("dep.self", span, shown))
        elif around.tasks is not None and name not in around.tasks:
            found.append(reject("dep.unknown", span, shown))
        elif around.scope is not None and name not in around.scope:
            found.append(reject("dep.scope", span, shown))
        seen.add(name)
    if around.task is not None and around.tasks is not None:
        circle = find_circle({**around.tasks, around.task: list(ids)}, around.task)
        if len(circle) > 2:
            at = next((at for at, name in enumerate(ids) if name == circle[1]), 0)
            found.append(reject("dep.cycle", places[at], " → ".join(circle)))
    return found


def find_circle(tasks: Mapping[str, Iterable[str]], start: str) -> tuple[str, ...]:
    """The shortest way from a task back to itself, both ends named; empty where there is none."""
    came_from: dict[str, str] = {}
    reached = [start]
    for name in reached:
        for other in tasks.get(name, ()):
            if other == start:
                return _way(came_from, start, name)
            if other not in came_from:
                came_from[other] = name
                reached.append(other)
    return ()


def _way(came_from: Mapping[str, str], start: str, last: str) -> tuple[str, ...]:
    names = [start, last]
    while names[-1] != start:
        names.append(came_from[names[-1]])
    return (*reversed(names[1:]), start)


def _is_id(text: str) -> bool:
    try:
        check_task_id(text)
    except TaskInvalid:
        return False
    return True
