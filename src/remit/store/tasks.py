"""The list of tasks: adding, reading and editing what a task says; it must not know who holds one or what proves it."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from remit.errors import CycleFound, TaskInvalid, TaskRefused, TaskUnknown
from remit.model.lease import Holder
from remit.model.scope import TaskScope, epic_of
from remit.model.task import Task
from remit.paths import Pattern
from remit.store import graph, ledger
from remit.store.database import GRAPH, Database, Transaction, Value
from remit.store.rows import CONTENT, TASK, content_values, must_be_text, task_of, waiting_value

_NOT_OPEN = {"done", "cancelled"}
_INSERTED = (
    *("id", "epic", "status", "pull", "blockers", "wild"),
    *CONTENT,
    *("created_at", "updated_at", "done_at"),
    "landed_at",
    "waiting",
)
_INSERT = f"INSERT INTO task ({', '.join(_INSERTED)}) VALUES ({', '.join('?' * len(_INSERTED))})"  # noqa: S608
_UPDATE = f"UPDATE task SET {', '.join(f'{name} = ?' for name in CONTENT)}, wild = ?, updated_at = ? WHERE id = ?"  # noqa: S608
_ROWS_TOLD = 20


@dataclass(frozen=True, slots=True)
class Refusal:
    """A task that cannot be added, and why; `circle` names the ids of the one that it stands on."""

    id: str
    why: str
    circle: tuple[str, ...] = ()


def refusals(db: Database, tasks: Sequence[Task]) -> tuple[Refusal, ...]:
    """Which of these tasks could not be added together with the others, in their order."""
    return db.snapshot(lambda tx: _refusals(tx, tasks))


def add(db: Database, tasks: Sequence[Task], by: Holder) -> None:
    """Adds all of them, or none."""

    def work(tx: Transaction) -> None:
        if refused := _refusals(tx, tasks):
            raise _error(refused)
        _insert(tx, tasks, by)

    db.write(work, GRAPH)


def edit(db: Database, task: Task, by: Holder) -> None:
    """Writes anew what a person writes of a task; its state stays what it is."""

    def work(tx: Transaction) -> None:
        before = one(tx, task.id, lock=tx.for_update)
        moved = [name for name in ("depends", "files") if getattr(task, name) != getattr(before, name)]
        if moved and before.status == "active":
            raise TaskRefused(
                f"cannot change what '{task.id}' {'depends on' if moved[0] == 'depends' else 'may write'}: somebody holds it",
                help=f"remit release {task.id}",
            )
        _must_be_text(task)
        if "depends" in moved:
            _rewire(tx, before, task)
        if "files" in moved:
            tx.do("DELETE FROM task_file WHERE task = ?", task.id)
            _write_files(tx, [task])
        tx.do(_UPDATE, *content_values(task), _is_wild(task), tx.now.iso, task.id)
        ledger.append(tx, ledger.task_chain(task.id), "task.edited", by.name, {"content": _digest(task)})

    db.write(work, GRAPH)


def get(db: Database, key: str) -> Task:
    """One task, or `TaskUnknown`."""
    return db.read(lambda tx: one(tx, key))


def one(tx: Transaction, key: str, lock: str = "") -> Task:
    row = tx.one(f"SELECT {TASK} FROM task WHERE id = ?{lock}", key)  # noqa: S608
    if row is None:
        raise unknown(key)
    return task_of(row)


def listed(db: Database, scope: TaskScope | None = None) -> tuple[Task, ...]:
    """The tasks of a scope, or all, in the order of their entry."""
    condition, values = within(scope)

    rows = db.read(lambda tx: tx.all(f"SELECT {TASK} FROM task WHERE {condition} ORDER BY entry", *values))  # noqa: S608
    return tuple(map(task_of, rows))


def within(scope: TaskScope | None) -> tuple[str, tuple[Value, ...]]:
    """A scope as a condition on the table of tasks."""
    if scope is None:
        return "1 = 1", ()
    if scope.root is None:
        return f"id IN ({', '.join('?' * len(scope.ids))})", scope.ids
    if "." not in scope.root:
        return "epic = ?", (scope.root,)
    # What starts with "T7.1." stands between it and "T7.1/": the slash follows the dot.
    return "epic = ? AND (id = ? OR (id > ? AND id < ?))", (
        *(epic_of(scope.root), scope.root),
        *(f"{scope.root}.", f"{scope.root}/"),
    )


def unknown(key: str) -> TaskUnknown:
    return TaskUnknown(f"no task: '{key[:80]}'", help="remit task list")


def _refusals(tx: Transaction, tasks: Sequence[Task]) -> tuple[Refusal, ...]:
    wanted = {key for task in tasks for key in (task.id, *task.depends)}
    known: set[str] = set()
    for marks, chunk in graph.in_chunks(wanted):
        known.update(row[0] for row in tx.all(f"SELECT id FROM task WHERE id IN ({marks})", *chunk))  # noqa: S608
    found: dict[int, Refusal] = {}
    seen: set[str] = set()
    for place, task in enumerate(tasks):
        if why := _refused_alone(task, known, seen):
            found[place] = Refusal(task.id, why)
        seen.add(task.id)
    # Of two with one id the first counts; a task that names an id which only a refused one has falls with it.
    taken: dict[str, int] = {}
    for place, task in enumerate(tasks):
        if place not in found:
            taken.setdefault(task.id, place)
    for circle in graph.circles({key: tasks[place].depends for key, place in taken.items()}):
        words = " needs ".join(f"'{key}'" for key in circle)
        for key in circle[:-1]:
            found.setdefault(taken[key], Refusal(key, f"dependencies go round in a circle: {words}", circle))
    _fall_with(tasks, taken, known, found)
    return tuple(found[place] for place in sorted(found))


def _refused_alone(task: Task, known: set[str], seen: set[str]) -> str | None:
    if task.id in known:
        return "a task of that id is there already"
    if task.id in seen:
        return "an earlier one has that id"
    try:
        _must_be_text(task)
    except TaskInvalid as error:
        return error.message
    return None


def _fall_with(tasks: Sequence[Task], taken: dict[str, int], known: set[str], found: dict[int, Refusal]) -> None:
    dependents: dict[str, list[int]] = {}
    for place, task in enumerate(tasks):
        for key in task.depends:
            dependents.setdefault(key, []).append(place)
    missing = [key for key in dependents if key not in known and (key not in taken or taken[key] in found)]
    while missing:
        key = missing.pop()
        for place in dependents.get(key, ()):
            if place not in found:
                why = f"it depends on '{key}', which {'is refused' if key in taken else 'is no task'}"
                found[place] = Refusal(tasks[place].id, why)
                missing.append(tasks[place].id)


def _error(refused: Sequence[Refusal]) -> TaskRefused:
    first = refused[0]
    if first.circle:
        return CycleFound(first.why, help="drop one of these dependencies")
    rows = tuple((each.id, each.why) for each in refused[1 : _ROWS_TOLD + 1])
    if len(refused) > _ROWS_TOLD + 1:
        rows = (*rows, ("", f"and {len(refused) - _ROWS_TOLD - 1} more"))
    return TaskRefused(f"cannot add '{first.id}': {first.why}", rows=rows, help="mend it; none was added")


def _insert(tx: Transaction, tasks: Sequence[Task], by: Holder) -> None:
    now = tx.now.iso
    states = {task.id: task.status == "done" or task.landed_at is not None for task in tasks}
    outside = {key for task in tasks for key in task.depends if key not in states}
    states.update(graph.locked(tx, outside))
    pulls = Counter(key for task in tasks if task.status not in _NOT_OPEN for key in set(task.depends))
    tx.many(
        _INSERT,
        [
            (
                *(task.id, epic_of(task.id), task.status, -pulls[task.id]),
                *(sum(not states[key] for key in set(task.depends)), _is_wild(task), *content_values(task)),
                *(task.created_at or now, task.updated_at or now, task.done_at, task.landed_at),
                waiting_value(task.waiting),
            )
            for task in tasks
        ],
    )
    graph.write_edges(tx, tasks)
    graph.add_pull(tx, {key: pulls[key] for key in outside if pulls[key]})
    _write_files(tx, tasks)
    _write_traces(tx, tasks, by)
    bodies = {
        ledger.task_chain(task.id): {"content": _digest(task), "status": task.status, "title": task.title}
        for task in tasks
    }
    ledger.append_first(tx, "task.added", by.name, bodies)


def _write_traces(tx: Transaction, tasks: Sequence[Task], by: Holder) -> None:
    """What a state that was reached elsewhere leaves here: proof that it is not ours, and a lease that nobody keeps up."""
    now = tx.now
    tx.many(
        "INSERT INTO evidence (task, kind, by_whom, at) VALUES (?, 'imported', ?, ?)",
        [(task.id, by.name, now.iso) for task in tasks if task.status == "done"],
    )
    active = [task for task in tasks if task.status == "active"]
    tx.many(
        "INSERT INTO lease (task, holder, granted_at, expires_at, lasting, boot, renewed, expires, progress)"
        " VALUES (?, 'imported', ?, ?, 0, ?, ?, ?, ?)",
        [(task.id, now.iso, now.iso, now.boot, now.ticks, now.ticks, now.ticks) for task in active],
    )
    # Two that were active elsewhere may overlap: the file is held by the first.
    tx.many(
        "INSERT INTO held_file (path, task, wild) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(path, task.id, wild) for task in active for path, wild in _files(task).items()],
    )


def _rewire(tx: Transaction, before: Task, after: Task) -> None:
    new, old = set(after.depends), set(before.depends)
    if missing := new - graph.locked(tx, new | old).keys():
        key = min(missing)
        raise TaskRefused(f"cannot make '{after.id}' depend on '{key}': no such task", help="remit task list")
    if circle := graph.circle_through(tx, after.id, after.depends):
        words = " needs ".join(f"'{key}'" for key in circle)
        raise CycleFound(f"dependencies go round in a circle: {words}", help="drop one of these dependencies")
    tx.do("DELETE FROM dependency WHERE task = ?", after.id)
    graph.write_edges(tx, [after])
    if before.status not in _NOT_OPEN:
        graph.add_pull(tx, {**dict.fromkeys(new - old, 1), **dict.fromkeys(old - new, -1)})
    graph.recount(tx, after.id)


def _write_files(tx: Transaction, tasks: Iterable[Task]) -> None:
    rows = [(task.id, path, wild) for task in tasks for path, wild in _files(task).items()]
    tx.many("INSERT INTO task_file (task, path, wild) VALUES (?, ?, ?)", rows)


def _files(task: Task) -> dict[str, int]:
    return {each.path: int(not Pattern(each.path).is_literal) for each in task.files}


def _is_wild(task: Task) -> int:
    return max(_files(task).values(), default=0)


def _must_be_text(task: Task) -> None:
    said = [value for value in content_values(task) if isinstance(value, str)]
    must_be_text(f"'{task.id}'", *said, *(each.path for each in task.files), *task.depends)


def _digest(task: Task) -> str:
    said = json.dumps([task.depends, content_values(task)])
    return hashlib.sha256(said.encode("ascii")).hexdigest()
