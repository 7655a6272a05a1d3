"""What a criterion says of a prompt, and the text that decided; it must not know how any criterion decides."""

from dataclasses import dataclass

from remit.markup.places import Span
from remit.model.scores import Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """One criterion's verdict, the place in the text that decided, and where was looked if there is none."""

    verdict: Verdict
    evidence: Span | None
    looked_at: str
