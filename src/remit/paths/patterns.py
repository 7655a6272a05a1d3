"""Patterns of paths and scopes made of them: what they cover and where they meet; it must not judge untrusted text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from remit.paths.steering import is_protected, is_sensitive
from remit.paths.wildcards import compiled, components_meet, is_wild

_ANY_DEPTH = "**"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A normalised relative path or glob: `**` stands for any depth, a slash at the end for all that is below."""

    text: str
    components: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _wild: tuple[re.Pattern[str] | None, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        spelled = f"{self.text}{_ANY_DEPTH}" if self.text.endswith("/") else self.text
        kept: list[str] = []
        for component in spelled.split("/"):
            if component != _ANY_DEPTH or kept[-1:] != [_ANY_DEPTH]:
                kept.append(component)
        object.__setattr__(self, "components", tuple(kept))
        object.__setattr__(self, "_wild", tuple(compiled(glob) if is_wild(glob) else None for glob in kept))

    @property
    def is_literal(self) -> bool:
        return not any(self._wild)

    def takes(self, at: int, name: str) -> bool:
        """Whether the component at a place takes a name."""
        wild = self._wild[at]
        return self.components[at] == name or (wild is not None and wild.fullmatch(name) is not None)


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be written: the files that any of its patterns covers."""

    patterns: tuple[Pattern, ...] = ()

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Scope":
        return cls(tuple(Pattern(text) for text in texts))

    def covers(self, path: str) -> bool:
        """Whether a normalised path lies in scope.

        A wildcard never reaches what steers agents, continuous integration or Remit itself: such a file is covered only
        by a pattern that aims at it. What is protected is covered by nothing.
        """
        components = tuple(path.split("/"))
        if is_protected(components):
            return False
        sensitive = is_sensitive(components)
        return any(
            matches(pattern, path)
            for pattern in self.patterns
            if pattern.text == path or not sensitive or is_sensitive(pattern.components)
        )


def matches(pattern: Pattern, path: str) -> bool:
    """Whether a pattern takes a normalised path, by its letter alone."""
    globs, names = pattern.components, path.split("/")
    at_glob = at_name = 0
    resume_glob, resume_name = -1, 0
    while at_name < len(names):
        if at_glob < len(globs) and globs[at_glob] == _ANY_DEPTH:
            resume_glob, resume_name = at_glob + 1, at_name
            at_glob += 1
        elif at_glob < len(globs) and pattern.takes(at_glob, names[at_name]):
            at_glob += 1
            at_name += 1
        elif resume_glob >= 0:
            resume_name += 1
            at_glob, at_name = resume_glob, resume_name
        else:
            return False
    # A `**` that is left over found nothing below: `src/**` does not take `src` itself.
    return at_glob == len(globs)


def overlaps(one: Scope, other: Scope) -> bool:
    """Whether some file could lie in both: never wrongly no, and exact between literal paths."""
    literals = {pattern.text for pattern in one.patterns if pattern.is_literal}
    if any(pattern.text in literals for pattern in other.patterns if pattern.is_literal):
        return True
    wild_one = [pattern for pattern in one.patterns if not pattern.is_literal]
    wild_other = [pattern for pattern in other.patterns if not pattern.is_literal]
    return any(_meet(a, b) for a in wild_one for b in other.patterns) or any(
        _meet(a, b) for a in one.patterns for b in wild_other
    )


def _meet(one: Pattern, other: Pattern) -> bool:
    """Compare from both ends as far as neither side has a `**`; what lies between could be anything."""
    forward = _compared(one.components, other.components)
    if forward is not None:
        return forward
    return _compared(one.components[::-1], other.components[::-1]) is not False


def _compared(one: tuple[str, ...], other: tuple[str, ...]) -> bool | None:
    """True or False where the components decide; None where a `**` is met before they do."""
    for a, b in zip(one, other, strict=False):
        if _ANY_DEPTH in (a, b):
            return None
        if not components_meet(a, b):
            return False
    longer = one if len(one) > len(other) else other
    if len(one) == len(other):
        return True
    return None if _ANY_DEPTH in longer[min(len(one), len(other)) :][:1] else False
