"""Who holds a task, until when, and what a successor is handed; it must not know clocks or where leases are kept."""

from dataclasses import dataclass

from remit.model.record import LedgerRecord, Note


@dataclass(frozen=True, slots=True)
class Holder:
    """Who acts: the person at the keyboard, a session, or a worker. `token` says which lease is meant, where one is."""

    name: str
    session: str | None = None
    token: int | None = None

    @property
    def is_person(self) -> bool:
        return self.session is None and self.name == "person"


PERSON = Holder("person")


@dataclass(frozen=True, slots=True)
class Base:
    """The branch and commit that the work starts from."""

    branch: str
    commit: str


@dataclass(frozen=True, slots=True)
class Lease:
    """One holding of one task. Of two leases, of whatever tasks, the later has the greater token."""

    task: str
    token: int
    holder: str
    granted_at: str
    expires_at: str
    base: Base | None = None
    worktree: str | None = None


@dataclass(frozen=True, slots=True)
class LostLease:
    """A lease that was stolen from its holder."""

    task: str
    token: int
    thief: str
    at: str


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What a command of a holder found: the leases that it renewed, and those that were stolen since the last one."""

    renewed: tuple[Lease, ...] = ()
    lost: tuple[LostLease, ...] = ()


@dataclass(frozen=True, slots=True)
class Handover:
    """What a thief gets with the lease: where the work stands, what was noted, and what happened."""

    lease: Lease
    before: Lease
    notes: tuple[Note, ...] = ()
    history: tuple[LedgerRecord, ...] = ()
