"""What the gate says of the registered prompts; it must not know how they were rendered or will be shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from remit.model.baseline import Verdicts
from remit.model.found import PassedOver
from remit.model.scores import ProfileName, PromptSeverity, Verdict

ProblemKind = Literal[
    "worse",
    "new-high",
    "unregistered",
    "snapshot-changed",
    "baseline-stale",
    "override-expired",
    "override-unused",
    "override-incomplete",
    "unscored",
]

PLACEMENT = 6


@dataclass(frozen=True, slots=True)
class Rendition:
    """A registered prompt rendered with one of its fixtures: its text, or the reason why there is none.

    `difference` says how two renderings differ, where they do. `production` is the text at the size that its payload has in
    use, where one is declared; `production_reason` says why there is none.
    """

    name: str
    builder: str
    category: str = ""
    path: str = ""
    line: int = 1
    text: str | None = None
    reason: str = ""
    difference: str = ""
    production: str | None = None
    production_reason: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """A text at one size: its length, about how many tokens it has, and the verdict of each profile on placement."""

    characters: int
    tokens: int
    placement: Mapping[ProfileName, Verdict]


@dataclass(frozen=True, slots=True)
class Standing:
    """A rendition with its verdicts under each profile; none where it could not be scored.

    Where there is a text at production size, the verdict on placement is the one at that size.
    """

    rendition: Rendition
    digest: str = ""
    verdicts: Mapping[ProfileName, Verdicts] = field(default_factory=dict)
    severity: Mapping[ProfileName, PromptSeverity] = field(default_factory=dict)
    fixture_size: Measured | None = None
    production_size: Measured | None = None

    @property
    def name(self) -> str:
        return self.rendition.name


@dataclass(frozen=True, slots=True)
class Unregistered:
    """A prompt in the source, or a function of a builder's shape, that no registered prompt covers."""

    path: str
    name: str
    line: int
    form: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason not to pass: what it is about, what was and what is, and the next edit.

    `introduced` says whether the compared branch is free of it; None where nothing was compared.
    """

    prompt: str
    kind: ProblemKind
    message: str
    help: str = ""
    rule: str | None = None
    criterion: int | None = None
    before: Verdict | None = None
    after: Verdict | None = None
    introduced: bool | None = None
    path: str = ""
    line: int = 1

    @property
    def key(self) -> tuple[str, ProblemKind, str | None, int | None]:
        """What two runs must share for one of them to have the other's problem."""
        return self.prompt, self.kind, self.rule, self.criterion


@dataclass(frozen=True, slots=True)
class GateResult:
    """One run of the gate: every prompt, every problem, what overrides except, and what was compared with.

    `held` counts the prompts that stand as they were accepted. `snapshots` are the accepted texts by the prompt's name; `network`
    says what kept builders from it, empty where none ran.
    """

    profile: ProfileName
    standings: tuple[Standing, ...]
    problems: tuple[Problem, ...]
    snapshots: Mapping[str, str]
    excepted: tuple[Problem, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    held: int = 0
    base: str | None = None
    network: str = ""
    budget_tokens: int | None = None
    version: str = ""

    @property
    def passed(self) -> bool:
        return not self.problems
