"""What was accepted of each registered prompt, and the documented exceptions; it must not know where either is kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from remit.model.scores import ProfileName, Verdict

Verdicts = tuple[Verdict, ...]

# Where each stands in a project: reports name the files too.
BASELINE = "remit/baseline.json"
SNAPSHOTS = "remit/snapshots"
OVERRIDES = "remit/overrides.toml"


@dataclass(frozen=True, slots=True)
class Entry:
    """One prompt as it was accepted: the digest of its rendered text, and its verdicts under each profile.

    `digest` is empty where two renderings differed, so that there is no one text to hold. `allowed` holds, by profile and
    criterion, what a verdict was before an override let it get worse; None where the prompt was new then.
    """

    digest: str
    verdicts: Mapping[ProfileName, Verdicts]
    category: str = ""
    allowed: Mapping[ProfileName, Mapping[int, Verdict | None]] = field(default_factory=dict)

    def allowance(self, profile: ProfileName) -> Mapping[int, Verdict | None]:
        return self.allowed.get(profile, {})


@dataclass(frozen=True, order=True, slots=True)
class Accepted:
    """A prompt or builder that was there, unregistered, when the baseline was first made."""

    path: str
    name: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """All entries by the prompt's name, what was accepted unregistered, and the version of the judge that gave the verdicts."""

    judge: str
    entries: Mapping[str, Entry]
    accepted: tuple[Accepted, ...] = ()


@dataclass(frozen=True, slots=True)
class Override:
    """A documented exception: this rule may fail for this prompt, for a reason, by somebody's word, until a day."""

    rule: str
    prompt: str
    reason: str
    owner: str
    expires: date
    line: int


@dataclass(frozen=True, slots=True)
class OverrideFault:
    """What is wrong with one override, or with the file of them; names are empty where they are not known."""

    message: str
    rule: str = ""
    prompt: str = ""
    line: int = 1


@dataclass(frozen=True, slots=True)
class Overrides:
    """The overrides that are whole, and what is wrong with the others."""

    entries: tuple[Override, ...] = ()
    faults: tuple[OverrideFault, ...] = ()
