"""Rows to nouns and back; it must not ask the database anything."""

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from remit.errors import TaskInvalid
from remit.model.lease import Base, Lease, LostLease
from remit.model.record import Evidence, KeptSuspension, Note, SecurityEvent, Suspension
from remit.model.scope import TaskScope
from remit.model.session import Session
from remit.model.task import PRIORITIES, Criterion, ListedFile, Task, Waiting
from remit.store.clock import iso
from remit.store.database import Row, Value

TASK = "id, title, description, status, rank, assignee, phase, size, lists, created_at, updated_at, done_at, landed_at, waiting"
SESSION = "id, agent, scope_type, scope_root, scope_ids, started_at, ended_at"
NOTE = "task, text, author, at, shared"
EVIDENCE = "kind, command, exit_code, output_digest, commit_id, tree, duration_ms, criterion, by_whom, at"
SUSPENSION = "reason, details, last_action, next_steps, question, suggestions, task, by_whom, at, answer, answered_by, answered_at"
SECURITY = "kind, detail, actor, task, session_id, at, number"


class KeptLease(NamedTuple):
    """A lease as it is kept, with what only the store asks of it."""

    task: str
    token: int
    holder: str
    granted_at: str
    expires_at: str
    base_branch: str | None
    base_commit: str | None
    worktree: str | None
    boot: str
    renewed: int
    expires: int
    progress: int
    ended_at: str | None
    ended_as: str | None
    ended_by: str | None
    focus: int


LEASE = ", ".join(KeptLease._fields)

_SURROGATES = re.compile("[\ud800-\udfff]")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def must_be_text(what: str, *values: str | None) -> None:
    """Refuses what no database keeps: a NUL, or half of a character."""
    for value in values:
        for character in "\0" if value and "\0" in value else _SURROGATES.findall(value or "")[:1]:
            raise TaskInvalid(
                f"cannot keep {what}: it holds U+{ord(character):04X}, expected text", help="take the character out"
            )


def rank_of(task: Task) -> int:
    """Priority as an order: the most urgent is 0."""
    return len(PRIORITIES) - 1 - PRIORITIES.index(task.priority)


def texts(values: Sequence[str]) -> str | None:
    """A list of texts as one value; None for an empty one, which most are."""
    return _ENCODER.encode(values) if values else None


def list_of(value: str | None) -> tuple[str, ...]:
    return tuple(json.loads(value)) if value else ()


def content_values(task: Task) -> tuple[Value, ...]:
    """What a person writes of a task, in the order of CONTENT."""
    lists = (
        task.depends,
        task.labels,
        [(each.path, each.gone) for each in task.files],
        task.test_command,
        [(each.number, each.text, each.check, each.reviewer) for each in task.criteria],
    )
    said = (task.title, task.description, rank_of(task), task.assignee, task.phase, task.size)
    return *said, _ENCODER.encode(lists)


CONTENT = ("title", "description", "rank", "assignee", "phase", "size", "lists")


def waiting_value(waiting: Waiting | None) -> str | None:
    if waiting is None:
        return None
    return _ENCODER.encode([waiting.reason, waiting.question, waiting.since, waiting.suggestions])


def task_of(row: Row) -> Task:
    """A row of TASK."""
    key, title, description, status, rank, assignee, phase, size, lists, created, updated, done, landed, waiting = row
    depends, labels, files, test_command, criteria = json.loads(lists)
    return Task(
        id=key,
        title=title,
        description=description,
        status=status,
        priority=PRIORITIES[len(PRIORITIES) - 1 - rank],
        assignee=assignee,
        depends=tuple(depends),
        phase=phase,
        labels=tuple(labels),
        size=size,
        files=tuple(ListedFile(path, gone) for path, gone in files),
        test_command=None if test_command is None else tuple(test_command),
        criteria=tuple(Criterion(*each) for each in criteria),
        created_at=created,
        updated_at=updated,
        done_at=done,
        landed_at=landed,
        waiting=_waiting_of(waiting) if waiting else None,
    )


def file_paths(row: Row) -> list[str]:
    """Of a row of TASK, the paths of Files Modified."""
    return [path for path, _ in json.loads(row[8])[2]]


def _waiting_of(value: str) -> Waiting:
    reason, question, since, suggestions = json.loads(value)
    return Waiting(reason, question, since, tuple(suggestions))


def lease_of(kept: KeptLease) -> Lease:
    base = (
        Base(kept.base_branch, kept.base_commit)
        if kept.base_branch is not None and kept.base_commit is not None
        else None
    )
    return Lease(*kept[:5], base, kept.worktree)


def lost_of(kept: KeptLease) -> LostLease:
    """What the holder of a stolen lease is told."""
    assert kept.ended_by is not None
    assert kept.ended_at is not None
    return LostLease(kept.task, kept.token, thief=kept.ended_by, at=kept.ended_at)


def expiry(wall: int, lasting_ms: int) -> str:
    return iso(wall + lasting_ms)


def session_of(row: Row) -> Session:
    """A row of SESSION."""
    key, agent, scope_type, scope_root, scope_ids, started_at, ended_at = row
    return Session(key, agent, TaskScope(scope_type, scope_root, list_of(scope_ids)), started_at, ended_at)


def note_of(row: Row) -> Note:
    """A row of NOTE."""
    task, text, author, at, shared = row
    return Note(task, text, author, at, bool(shared))


def evidence_of(row: Row) -> Evidence:
    """A row of EVIDENCE."""
    kind, command, *others = row
    return Evidence(kind, list_of(command), *others)


def suspension_of(row: Row) -> KeptSuspension:
    """A row of SUSPENSION."""
    reason, details, last_action, next_steps, question, suggestions, *others = row
    said = Suspension(reason, details, last_action, list_of(next_steps), question, list_of(suggestions))
    return KeptSuspension(said, *others)


def security_of(row: Row) -> SecurityEvent:
    """A row of SECURITY."""
    return SecurityEvent(*row)
