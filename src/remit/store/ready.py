"""Which task comes next, and why another does not; it must not change anything.

The order is the index's: priority, direct open dependents, entry. Tasks whose files overlap those of a task in hand are passed over:
files named alike are compared by the database, patterns here, which is exact only as far as `remit.paths` is.
"""

from collections.abc import Iterator
from typing import NamedTuple

from remit.errors import NothingReady, PersonAwaited
from remit.model.record import Obstacle
from remit.model.scope import TaskScope
from remit.model.task import Task
from remit.paths import Pattern, Scope, matches, overlaps
from remit.store.database import Database, Row, Transaction, Value
from remit.store.rows import TASK, file_paths, task_of
from remit.store.tasks import one, within

READY = "status = 'pending' AND blockers = 0"
_FREE = (
    "NOT EXISTS (SELECT 1 FROM task_file AS wanted, held_file AS held"
    " WHERE wanted.task = task.id AND held.path = wanted.path)"
)
PLACE = "rank, pull, entry"
_FOUND = (
    f"SELECT {TASK}, {PLACE}, wild, EXISTS (SELECT 1 FROM held_file WHERE wild = 1) FROM task WHERE {READY} AND {_FREE}"  # noqa: S608
)
_LOCKED = f"SELECT 1 FROM task WHERE id = ? AND {READY}"  # noqa: S608
_WIDTH = TASK.count(",") + 1
_FIRST_BATCH, _GROWTH = 64, 8


class Candidate(NamedTuple):
    """A ready task whose files are free, as a row of TASK; `is_wild` where it names some by a pattern."""

    row: Row
    is_wild: bool


def next_task(db: Database, scope: TaskScope | None = None) -> Task:
    """The first ready task of a scope, or of all; `NothingReady` or `PersonAwaited` where there is none."""

    def work(tx: Transaction) -> Task:
        found = first_free(tx, scope)
        if found is None:
            raise nothing_ready(tx, scope)
        return task_of(found.row)

    return db.read(work)


def first_free(tx: Transaction, scope: TaskScope | None, lock: str = "") -> Candidate | None:
    """The first ready task whose files are free."""
    condition, values = within(scope)
    row = tx.one(f"{_FOUND} AND {condition} ORDER BY {PLACE} LIMIT 1{lock}", *values)
    if row is None:
        return None
    *_, is_wild, patterns_held = row
    if is_wild or patterns_held:
        return next(_compared(tx, condition, values, lock), None)
    return Candidate(row[:_WIDTH], is_wild=False)


def _compared(tx: Transaction, condition: str, values: tuple[Value, ...], lock: str) -> Iterator[Candidate]:
    """The ready tasks whose files, compared as patterns, are free; each is taken in only when it is reached."""
    held = tx.all("SELECT path, wild FROM held_file ORDER BY path")
    everything = Scope.of(path for path, _ in held)
    patterns = [Pattern(path) for path, wild in held if wild]
    batch, after, place = _FIRST_BATCH, "", ()
    while True:
        rows = tx.all(f"{_FOUND} AND {condition}{after} ORDER BY {PLACE} LIMIT {batch}", *values, *place)
        for row in rows:
            paths = file_paths(row)
            is_wild = bool(row[-2])
            if is_wild:
                free = not overlaps(Scope.of(paths), everything)
            else:
                free = not any(matches(pattern, path) for pattern in patterns for path in paths)
            if free and (not lock or tx.one(_LOCKED + lock, row[0])):
                yield Candidate(row[:_WIDTH], is_wild)
        if len(rows) < batch:
            return
        after, place = f" AND ({PLACE}) > (?, ?, ?)", rows[-1][_WIDTH : _WIDTH + 3]
        batch *= _GROWTH


def overlapping(tx: Transaction, task: str) -> tuple[str, str] | None:
    """A task in hand whose files overlap those of this one, and the file or pattern that both could write."""
    wanted = tx.all("SELECT path, wild FROM task_file WHERE task = ? ORDER BY path", task)
    if not wanted:
        return None
    if not any(wild for _, wild in wanted):
        alike = tx.one(
            "SELECT held.task, held.path FROM task_file AS wanted, held_file AS held"
            " WHERE wanted.task = ? AND held.path = wanted.path ORDER BY held.path LIMIT 1",
            task,
        )
        if alike:
            return alike[0], alike[1]
        held = tx.all("SELECT task, path FROM held_file WHERE wild = 1 ORDER BY path")
    else:
        held = tx.all("SELECT task, path FROM held_file ORDER BY path")
    scope = Scope.of(path for path, _ in wanted)
    return next(((other, path) for other, path in held if other != task and overlaps(scope, Scope.of([path]))), None)


def nothing_ready(tx: Transaction, scope: TaskScope | None) -> NothingReady | PersonAwaited:
    """Why there is none: others work, or all that is left hangs on a person's answer."""
    condition, values = within(scope)
    (waiting,) = tx.one(f"SELECT count(*) FROM task WHERE waiting IS NOT NULL AND {condition}", *values) or (0,)  # noqa: S608
    busy = waiting and tx.one(
        f"SELECT 1 FROM lease JOIN task ON task.id = lease.task WHERE ended_at IS NULL AND {condition} LIMIT 1",  # noqa: S608
        *values,
    )
    if waiting and not busy:
        return PersonAwaited(
            f"no task is ready: {waiting} wait{'s' if waiting == 1 else ''} for a person",
            help="remit task list shows the questions; remit answer TASK TEXT",
        )
    return NothingReady("no task is ready", help="remit task graph shows what waits for what")


def obstacles(db: Database, task: str) -> tuple[Obstacle, ...]:
    """What stands between a task and being next; empty for one that is ready."""

    def work(tx: Transaction) -> tuple[Obstacle, ...]:
        return tuple(in_the_way(tx, one(tx, task)))

    return db.snapshot(work)


def in_the_way(tx: Transaction, task: Task) -> Iterator[Obstacle]:
    if task.landed_at is not None and task.status != "done":
        yield Obstacle("it has landed and waits for the review")
    elif task.status == "suspended" and task.waiting is not None:
        yield Obstacle(f"it waits for a person: {task.waiting.question}")
    elif task.status != "pending":
        yield Obstacle(f"it is {task.status}")
    for key in task.depends:
        state = tx.one("SELECT status, landed_at FROM task WHERE id = ?", key)
        if state is None or state[0] == "done" or state[1] is not None:
            continue
        yield Obstacle(
            f"it waits for '{key}', which was cancelled" if state[0] == "cancelled" else f"it waits for '{key}'", key
        )
    if task.status == "pending" and (met := overlapping(tx, task.id)):
        yield Obstacle(f"it may write '{met[1]}', and so may '{met[0]}', which is in hand", met[0])


def overlaps_in_hand(db: Database, scope: TaskScope | None = None) -> tuple[tuple[str, str, str], ...]:
    """Each pending task that an overlap holds back, with the task in hand and the file that both may write."""
    condition, values = within(scope)

    def work(tx: Transaction) -> tuple[tuple[str, str, str], ...]:
        rows = tx.all(
            f"SELECT id FROM task WHERE {READY} AND {condition} ORDER BY {PLACE}",  # noqa: S608
            *values,
        )
        return tuple((key, *met) for (key,) in rows if (met := overlapping(tx, key)))

    return db.snapshot(work)
