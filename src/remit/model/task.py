"""A task as it is kept: what it says, where it stands, what it waits for; it must not know where it is kept or who may see it."""

import re
from dataclasses import dataclass
from typing import Literal, get_args

from remit.errors import TaskInvalid

TaskState = Literal["pending", "active", "blocked", "suspended", "done", "cancelled"]
Priority = Literal["low", "medium", "high", "critical"]
SuspendReason = Literal[
    "ambiguity", "blocker", "scope_conflict", "injection", "verification_failure", "no_progress", "integrity"
]

TASK_STATES: tuple[TaskState, ...] = get_args(TaskState)
PRIORITIES: tuple[Priority, ...] = get_args(Priority)
SUSPEND_REASONS: tuple[SuspendReason, ...] = get_args(SuspendReason)

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}(?:\.[0-9]{1,6}){0,8}")


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A path of Files Modified; `gone` where the file must not exist when the task is done."""

    path: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Criterion:
    """One acceptance criterion; numbered from 1 within its task. `check` is one argument for the test command."""

    number: int
    text: str
    check: str | None = None
    reviewer: str | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a person is asked, since when, and what could be answered."""

    reason: SuspendReason
    question: str
    since: str
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """One task of the list. Timestamps are UTC in ISO 8601 with a Z."""

    id: str
    title: str
    description: str
    status: TaskState = "pending"
    priority: Priority = "medium"
    assignee: str | None = None
    depends: tuple[str, ...] = ()
    phase: str | None = None
    labels: tuple[str, ...] = ()
    size: str | None = None
    files: tuple[ListedFile, ...] = ()
    test_command: tuple[str, ...] | None = None
    criteria: tuple[Criterion, ...] = ()
    created_at: str | None = None
    updated_at: str | None = None
    done_at: str | None = None
    landed_at: str | None = None  # its work is in, and criteria are left for the review: dependents may start
    waiting: Waiting | None = None

    def __post_init__(self) -> None:
        check_task_id(self.id)

    @property
    def parent(self) -> str | None:
        """The id that this one stands below, whether or not a task has it."""
        return self.id.rpartition(".")[0] or None


def check_task_id(text: str) -> None:
    """Refuses what is no id: a word, then numbers after dots (`T998.1.2`)."""
    if not _ID.fullmatch(text):
        raise TaskInvalid(f"no task id: {text[:80]!r}", help="an id is a word and numbers, such as T998.1.2")
