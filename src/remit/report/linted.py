"""A task's description with all that was found in it, ready to be shown; it must not know any format."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from remit.markup.places import Span
from remit.model.finding import Finding
from remit.report.placing import Placed

Outcome = Literal["dispatchable", "held", "refused"]
Done = Literal["refused", "held", "dropped", "neutralised", "kept"]

DONE: tuple[Done, ...] = get_args(Done)

_QUOTING = re.compile(r"(.*?): (['\"])(.*)\2", re.DOTALL)


class Noted(NamedTuple):
    """A finding, and what was done with what it names."""

    finding: Finding
    done: Done


@dataclass(frozen=True, slots=True)
class LintedText:
    """One description; `held` are the codes for which a person decides before anything is dispatched.

    `version` is that of the judge, for formats that name their tool.
    """

    path: str
    text: str
    outcome: Outcome
    held: tuple[str, ...] = ()
    found: tuple[Noted, ...] = ()
    version: str = ""


def placed(linted: LintedText) -> list[Placed]:
    """The findings in the order of the text; what stands nowhere in it quotes nothing."""
    return [_placed(linted.text, noted) for noted in linted.found]


def verdict(linted: LintedText) -> str:
    """What becomes of the description, in one phrase."""
    if linted.outcome == "held":
        return f"held until a person decides: {', '.join(linted.held)}"
    return linted.outcome


def counts(found: Sequence[Noted]) -> str:
    """How much was refused, held, dropped, neutralised and kept."""
    by_done = Counter(noted.done for noted in found)
    return ", ".join(f"{by_done[done]} {done}" for done in DONE if by_done[done]) or "nothing found"


def _placed(text: str, noted: Noted) -> Placed:
    finding, done = noted
    start = finding.location.span.start
    if not finding.excerpt or not text.startswith(finding.excerpt, start):
        return Placed(replace(finding, excerpt=""), None, exact=False, grounds=done)
    quoting = _QUOTING.fullmatch(finding.message)
    if quoting is not None and quoting[3] in finding.excerpt:
        # What is underlined need not be quoted once more.
        finding = replace(finding, message=quoting[1])
    return Placed(finding, Span(start, start + len(finding.excerpt)), exact=True, grounds=done)
