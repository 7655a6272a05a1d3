"""What an agent's reply said, as a frozen value; it must not know how a reply is read."""

from dataclasses import dataclass

from remit.model.phase import CriterionWord, StatusWord, Word


@dataclass(frozen=True, slots=True)
class TaskStatus:
    """What the agent says of one task of the implement phase."""

    id: str
    status: StatusWord


@dataclass(frozen=True, slots=True)
class CriterionStatus:
    """What the review says of one criterion that it was asked to judge."""

    id: str
    status: CriterionWord


@dataclass(frozen=True, slots=True)
class Reply:
    """An accepted reply: its verdict (None in the implement phase), its statuses, and its text without the thoughts."""

    text: str
    verdict: Word | None = None
    task_statuses: tuple[TaskStatus, ...] = ()
    criteria: tuple[CriterionStatus, ...] = ()
