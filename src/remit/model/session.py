"""An agent's stay: who it is and which tasks it was given; it must not know the session's secret."""

from dataclasses import dataclass

from remit.model.lease import Holder
from remit.model.scope import TaskScope


@dataclass(frozen=True, slots=True)
class Session:
    """One stay of one agent. Timestamps are UTC in ISO 8601 with a Z."""

    id: str
    agent: str
    scope: TaskScope
    started_at: str
    ended_at: str | None = None

    @property
    def holder(self) -> Holder:
        """The session as a holder of leases."""
        return Holder(f"session:{self.id}", self.id)


@dataclass(frozen=True, slots=True)
class StartedSession:
    """A new session with its secret, which is shown once and kept nowhere."""

    session: Session
    token: str
