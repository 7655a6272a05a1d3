"""The outcome of one audit, ready to be shown; it must not know how the prompts were found, judged or will be shown."""

from dataclasses import dataclass
from typing import Literal

from remit.model.finding import Severity
from remit.model.found import PassedOver
from remit.model.scores import Judged, ProfileName, PromptSeverity

FailOn = Literal["high", "medium", "any", "never"]

# What each threshold takes as a failure. A prompt that could not be scored is never taken for a clean one.
_FAILING: dict[FailOn, tuple[frozenset[PromptSeverity], frozenset[Severity]]] = {
    "high": (frozenset({"High", "Unscored"}), frozenset({"high"})),
    "medium": (frozenset({"High", "Medium", "Unscored"}), frozenset({"high", "medium"})),
    "any": (frozenset({"High", "Medium", "Unscored"}), frozenset({"high", "medium", "low", "note"})),
    "never": (frozenset(), frozenset()),
}


@dataclass(frozen=True, slots=True)
class AuditResult:
    """All prompts of one audit, what was not judged, and from where on a prompt counts as failed.

    `files` were read; `short_strings` were counted, not judged; `silenced` findings are in no prompt's list. `version` is
    that of the judge, for formats that name their tool.
    """

    profile: ProfileName
    prompts: tuple[Judged, ...]
    passed_over: tuple[PassedOver, ...] = ()
    files: int = 0
    short_strings: int = 0
    silenced: int = 0
    fail_on: FailOn = "high"
    version: str = ""

    def fails(self, prompt: Judged) -> bool:
        """Whether this prompt, by its severity or by one of its findings, reaches the threshold."""
        severities, findings = _FAILING[self.fail_on]
        return prompt.scores.severity in severities or any(each.severity in findings for each in prompt.findings)

    @property
    def failed(self) -> bool:
        return any(map(self.fails, self.prompts))
