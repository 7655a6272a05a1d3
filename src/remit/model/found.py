"""A prompt that was found in a repository, and what was passed over; it must not know how either was found."""

from dataclasses import dataclass
from typing import Literal

from remit.markup.places import Span

FoundKind = Literal["file", "string", "messages", "registered", "rendered"]


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment at a prompt that silences one rule for the whole of it; `reason` is empty where none is given."""

    rule: str
    reason: str
    line: int


@dataclass(frozen=True, slots=True)
class FoundPrompt:
    """One prompt: where it stands, and its text as far as it can be known without running anything.

    `holes` are the spans of `text` that stand for values of unknown text (an f-string's `{x}`, a template's placeholder).
    A `fragment` is a part that a program joins to others, or a manual: what it lacks stands elsewhere, or is not asked of it.
    Where `exact`, `text` is a slice of the file that begins at `start`, so that offsets in it are offsets in the file; else every
    finding stands at the place of `start` (an f-string's or message list's opening).
    """

    name: str
    path: str
    kind: FoundKind
    text: str
    start: int
    line: int
    column: int
    exact: bool
    holes: tuple[Span, ...] = ()
    form: str = ""  # how it is written, for people: "f-string", "Claude agent", "list of chat messages"
    reply_phase: str | None = None
    suppressions: tuple[Suppression, ...] = ()
    fragment: bool = False


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file that was met and not read to its end, with the reason in one line."""

    path: str
    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """What one search of a repository brought: prompts in the order of paths and places, and what was passed over."""

    prompts: tuple[FoundPrompt, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    files_read: int = 0
    short_strings: int = 0
