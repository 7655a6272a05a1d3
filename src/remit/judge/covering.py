"""Which prompts of the source are covered by no registered one; it must not know how either was found or rendered.

A string in source is covered if a function around it ran while registered prompts were rendered, or registers itself; a prompt
of any kind is, if most of its words stand in one of the rendered texts. A function of a builder's shape is covered if it ran.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from remit.model.found import FoundPrompt
from remit.model.gate import Unregistered

_SHORTEST_PIECE = 12
_ENOUGH = 0.6


class Stretch(NamedTuple):
    """Lines of a file, both ends included."""

    path: str
    first: int
    last: int

    def holds(self, path: str, line: int) -> bool:
        return self.path == path and self.first <= line <= self.last


class Function(NamedTuple):
    """A function that looks like a builder."""

    name: str
    stretch: Stretch


def uncovered(
    found: Iterable[FoundPrompt],
    functions: Sequence[Function],
    *,
    covered: Sequence[Stretch],
    files: frozenset[str],
    texts: Sequence[str],
) -> tuple[Unregistered, ...]:
    """What no registered prompt covers; `covered` are the functions that ran or register, `files` the registered prompt files."""
    plain = [_plain(text) for text in texts]
    by_path: dict[str, list[Stretch]] = {}
    for stretch in covered:
        by_path.setdefault(stretch.path, []).append(stretch)

    def is_covered(path: str, line: int) -> bool:
        return any(stretch.holds(path, line) for stretch in by_path.get(path, ()))

    missed = [each for each in functions if not is_covered(each.stretch.path, each.stretch.first)]
    left = [Unregistered(each.stretch.path, each.name, each.stretch.first, "builder") for each in missed]
    for each in found:
        inside = any(function.stretch.holds(each.path, each.line) for function in missed)
        if not (inside or each.path in files or is_covered(each.path, each.line) or _is_contained(each, plain)):
            left.append(Unregistered(each.path, each.name, each.line, each.form))
    return tuple(sorted(left, key=lambda each: (each.path, each.line, each.name)))


def _is_contained(found: FoundPrompt, texts: Sequence[str]) -> bool:
    pieces = [piece for piece in map(_plain, _pieces(found)) if len(piece) >= _SHORTEST_PIECE]
    enough = _ENOUGH * sum(map(len, pieces))
    return bool(pieces) and any(sum(len(piece) for piece in pieces if piece in text) >= enough for text in texts)


def _pieces(found: FoundPrompt) -> Iterator[str]:
    """The lines of a prompt without the holes in them."""
    position = 0
    for hole in (*found.holes, None):
        yield from found.text[position : hole.start if hole else None].split("\n")
        position = hole.end if hole else position


def _plain(text: str) -> str:
    return " ".join(text.split())
