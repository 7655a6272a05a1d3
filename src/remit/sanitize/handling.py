"""What becomes of a piece of untrusted text, and why; it must not know which rule found the reason."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

from remit.markup.edits import Cover, Edit
from remit.markup.places import Span

Handling = Literal["reject", "escape", "strip", "flag", "accept"]

# The gravest first: what is decided by several reasons is handled as the first of these says.
HANDLINGS: tuple[Handling, ...] = get_args(Handling)


class Concern(NamedTuple):
    """One reason, where it stands, and what is kept in place of the stretch; None keeps the stretch as it is."""

    code: str
    handling: Handling
    span: Span
    kept: str | None = None
    detail: str = ""


def gravest(concerns: Iterable[Concern]) -> Handling:
    """What becomes of the whole."""
    return min((concern.handling for concern in concerns), key=HANDLINGS.index, default="accept")


def codes_of(concerns: Iterable[Concern]) -> tuple[str, ...]:
    """Every code once, the gravest first, then in the order of the text."""
    ranked = sorted(concerns, key=lambda concern: (HANDLINGS.index(concern.handling), concern.span))
    return tuple(dict.fromkeys(concern.code for concern in ranked))


def edits_of(concerns: Iterable[Concern]) -> list[Edit]:
    """What the concerns change in the text."""
    return [Edit(*concern.span, concern.kept) for concern in concerns if concern.kept is not None]


def is_made(concern: Concern) -> bool:
    """Whether a change is made in what is kept; tags and the like stay as they are until a region is rendered."""
    return concern.kept is not None and (concern.handling != "escape" or concern.code.startswith("text."))


def is_shown(concern: Concern) -> bool:
    """Whether a change is made in what is shown of a text, as a region would hold it."""
    return concern.kept is not None


def flag(code: str, span: Span, detail: str = "") -> Concern:
    return Concern(code, "flag", span, detail=detail)


def reject(code: str, span: Span, detail: str = "") -> Concern:
    return Concern(code, "reject", span, detail=detail)


def strip(code: str, span: Span, detail: str = "") -> Concern:
    return Concern(code, "strip", span, "", detail)


def escape(code: str, span: Span, kept: str, detail: str = "") -> Concern:
    return Concern(code, "escape", span, kept, detail)


def unless_stripped(concerns: Iterable[Concern]) -> list[Concern]:
    """What is stripped is judged no further; only what makes the whole text refused stays."""
    kept = list(concerns)
    stripped = Cover.of(concern.span for concern in kept if concern.handling == "strip")
    return [c for c in kept if c.handling in ("strip", "reject") or c.span.start not in stripped]
