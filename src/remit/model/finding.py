"""What a judgement says of a text, and where; it must not know how it was found or will be shown."""

from dataclasses import dataclass
from typing import Literal

from remit.markup.places import Span

Severity = Literal["high", "medium", "low", "note"]
Tier = Literal["rubric", "published", "advisory"]


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file: path relative to the project, line and column from 1, offset from 0, all in code points."""

    path: str
    line: int
    column: int
    span: Span


@dataclass(frozen=True, slots=True)
class Replacement:
    """A text that would stand in place of a span; `safe` where the meaning cannot change."""

    span: Span
    text: str
    safe: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect, the text that decided, why it matters and what to do.

    `rule` is a kebab-case rule id or a dotted reason code; `excerpt` is the deciding text itself. `within` is where it stands
    in the text that was judged, which is not the file's where that text was put together from source.
    """

    rule: str
    severity: Severity
    message: str
    location: Location
    excerpt: str = ""
    within: Span | None = None
    why: str = ""
    help: str = ""
    criterion: int | None = None
    prompt: str | None = None
    region: str | None = None
    tier: Tier = "advisory"
    fix: Replacement | None = None
