"""What is on record: ledger, notes, evidence, suspensions, security events; it must not know who reads it."""

from dataclasses import dataclass
from typing import Literal, get_args

from remit.model.task import SuspendReason

SecurityKind = Literal["injection", "scope", "path", "token", "integrity"]
EvidenceKind = Literal["test", "build", "lint", "scan", "criterion", "imported"]
BreakKind = Literal["edited", "removed", "rewritten", "forged", "unrecorded"]

SECURITY_KINDS: tuple[SecurityKind, ...] = get_args(SecurityKind)
EVIDENCE_KINDS: tuple[EvidenceKind, ...] = get_args(EvidenceKind)


@dataclass(frozen=True, slots=True)
class LedgerRecord:
    """One change of state: its place in its chain, from 1, and what it says, as canonical JSON."""

    chain: str
    number: int
    at: str
    actor: str
    kind: str
    body: str
    hash: str


@dataclass(frozen=True, slots=True)
class ChainHead:
    """How long a chain was, and the hash of its last record."""

    length: int
    hash: str


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The heads of every chain at one moment, to be kept where whoever can write the database cannot."""

    at: str
    heads: dict[str, ChainHead]


@dataclass(frozen=True, slots=True)
class LedgerBreak:
    """The first place in a chain that is not as it was written."""

    chain: str
    number: int
    kind: BreakKind
    message: str


@dataclass(frozen=True, slots=True)
class LedgerReport:
    """What a check of the ledger covered, where it broke, and what such a check cannot know."""

    records: int
    chains: int
    breaks: tuple[LedgerBreak, ...]
    against_checkpoint: bool
    checked: tuple[str, ...]
    unknowable: tuple[str, ...]

    @property
    def whole(self) -> bool:
        return not self.breaks


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody at work on a task wrote down; `shared` where its whole epic may read it."""

    task: str
    text: str
    author: str
    at: str
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a command answered, or a person said of a criterion, at one commit. `tree` says which files it holds for."""

    kind: EvidenceKind
    command: tuple[str, ...] = ()
    exit_code: int | None = None
    output_digest: str | None = None
    commit: str | None = None
    tree: str | None = None
    duration_ms: int | None = None
    criterion: int | None = None
    by: str | None = None
    at: str | None = None

    def holds_for(self, tree: str) -> bool:
        """Whether the files are still those that it was taken from."""
        return self.tree == tree


@dataclass(frozen=True, slots=True)
class Suspension:
    """Why work on a task stopped, and, where a person is asked, the question with the answers that could be given."""

    reason: SuspendReason
    details: str
    last_action: str = ""
    next_steps: tuple[str, ...] = ()
    question: str | None = None
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptSuspension:
    """A suspension as it stands on record, with the answer that it got."""

    suspension: Suspension
    task: str
    by: str
    at: str
    answer: str | None = None
    answered_by: str | None = None
    answered_at: str | None = None


@dataclass(frozen=True, slots=True)
class SecurityEvent:
    """Something that should not have been tried, or found; `id` is given by the store."""

    kind: SecurityKind
    detail: str
    actor: str
    task: str | None = None
    session: str | None = None
    at: str | None = None
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Dependency:
    """One task that another waits for: what T2 lets an agent see of it."""

    id: str
    title: str
    status: str
    met: bool


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a task is not ready, in words, and the task that stands in the way, where one does."""

    why: str
    task: str | None = None
