"""The eight verdicts on one prompt and the severity that follows; it must not know how they are reached."""

from dataclasses import dataclass
from typing import Literal, get_args

from remit.markup.places import Span
from remit.model.finding import Finding

Verdict = Literal["Pass", "Partial", "Fail", "N/A"]
PromptSeverity = Literal["High", "Medium", "Low", "Unscored"]
ProfileName = Literal["default", "adr-0043"]

PROFILES: tuple[ProfileName, ...] = get_args(ProfileName)

CRITERIA: tuple[str, ...] = (
    "leads with the request",
    "specific",
    "tagged regions",
    "examples where they apply",
    "output contract",
    "placement of long context",
    "reasoning scaffolded",
    "edge cases named",
)
CRITERIA_SHORT: tuple[str, ...] = (
    "leads", "specific", "tags", "examples", "contract", "placement", "reasoning", "edge cases",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CriterionScore:
    """One verdict, with the text that decided; `span` is None where nothing was found, and `note` says where it was looked for."""

    criterion: int
    verdict: Verdict
    span: Span | None
    note: str


@dataclass(frozen=True, slots=True)
class Scores:
    """All eight verdicts, in the order of their numbers, and the severity."""

    criteria: tuple[CriterionScore, ...]
    severity: PromptSeverity

    def __getitem__(self, number: int) -> CriterionScore:
        return self.criteria[number - 1]


@dataclass(frozen=True, slots=True)
class Judged:
    """A found prompt with its scores and findings, and how many of these a comment silenced."""

    name: str
    path: str
    line: int
    column: int
    form: str
    text: str
    scores: Scores
    findings: tuple[Finding, ...]
    exact: bool = True
    start: int = 0
    silenced: int = 0
