"""What waits for what: edges, circles, and the counts that follow from them; it must not know leases or files.

`blockers` of a task counts the dependencies that are neither done nor landed, a cancelled one among them; `pull` counts, negated, the
tasks that wait for it directly and are open themselves. Both are exact for open tasks.
"""

from collections.abc import Iterable, Iterator, Mapping

from remit.model.record import Dependency
from remit.model.task import Task
from remit.store.database import Database, Row, Transaction

_CHUNK = 400  # parameters of one statement
_MET = "(status = 'done' OR landed_at IS NOT NULL)"
_OPEN = "status NOT IN ('done', 'cancelled')"


def in_chunks(ids: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Question marks and the ids for them, as many at a time as every database takes."""
    ordered = sorted(set(ids))
    for start in range(0, len(ordered), _CHUNK):
        chunk = ordered[start : start + _CHUNK]
        yield ", ".join("?" * len(chunk)), chunk


def locked(tx: Transaction, ids: Iterable[str]) -> dict[str, bool]:
    """Which of these tasks exist, and whether each is met as a dependency; nobody changes them until we are done."""
    found: dict[str, bool] = {}
    for marks, chunk in in_chunks(ids):
        rows = tx.all(f"SELECT id, {_MET} FROM task WHERE id IN ({marks}) ORDER BY id{tx.for_update}", *chunk)  # noqa: S608
        found.update((key, bool(met)) for key, met in rows)
    return found


def write_edges(tx: Transaction, tasks: Iterable[Task]) -> None:
    rows = [(task.id, place, each) for task in tasks for place, each in enumerate(task.depends)]
    tx.many("INSERT INTO dependency (task, place, needs) VALUES (?, ?, ?)", rows)


def add_pull(tx: Transaction, dependents: Mapping[str, int]) -> None:
    """So many more open tasks wait for each of these; fewer where the number is negative."""
    tx.many("UPDATE task SET pull = pull - ? WHERE id = ?", [(count, key) for key, count in sorted(dependents.items())])


def unblock(tx: Transaction, task: str) -> None:
    """The task is met: each that waits for it waits for one less."""
    tx.do("UPDATE task SET blockers = blockers - 1 WHERE id IN (SELECT task FROM dependency WHERE needs = ?)", task)


def block(tx: Transaction, task: str) -> None:
    """The task is not met any more."""
    tx.do("UPDATE task SET blockers = blockers + 1 WHERE id IN (SELECT task FROM dependency WHERE needs = ?)", task)


def recount(tx: Transaction, task: str) -> None:
    """Counts anew for a task that is open again."""
    (blockers,) = tx.one(
        f"SELECT count(*) FROM task WHERE NOT {_MET} AND id IN (SELECT needs FROM dependency WHERE task = ?)",  # noqa: S608
        task,
    ) or (0,)
    (dependents,) = tx.one(
        f"SELECT count(*) FROM task WHERE {_OPEN} AND id IN (SELECT task FROM dependency WHERE needs = ?)",  # noqa: S608
        task,
    ) or (0,)
    tx.do("UPDATE task SET blockers = ?, pull = ? WHERE id = ?", blockers, -dependents, task)


def waiting_for(tx: Transaction, task: str) -> list[str]:
    """The open tasks that wait for it directly."""
    rows = tx.all(
        f"SELECT id FROM task WHERE {_OPEN} AND id IN (SELECT task FROM dependency WHERE needs = ?) ORDER BY id",  # noqa: S608
        task,
    )
    return [row[0] for row in rows]


def dependencies(db: Database, task: str) -> tuple[Dependency, ...]:
    """What a task waits for, in its own order."""

    def work(tx: Transaction) -> list[Row]:
        return tx.all(
            f"SELECT id, title, status, {_MET} FROM dependency JOIN task ON id = needs WHERE task = ? ORDER BY place",  # noqa: S608
            task,
        )

    return tuple(Dependency(key, title, status, bool(met)) for key, title, status, met in db.read(work))


def circles(edges: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Circles among these edges, each from its first task round to it again; every edge is walked once."""
    state: dict[str, bool] = {}  # True while the way from a task is still being walked
    for start in edges:
        if start in state:
            continue
        way: list[str] = []
        ahead: list[Iterator[str]] = []
        step: str | None = start
        while True:
            if step is not None:
                state[step] = True
                way.append(step)
                ahead.append(iter(edges.get(step, ())))
            step = None
            for each in ahead[-1]:
                if each not in edges:
                    continue
                if state.get(each):
                    yield (*way[way.index(each) :], each)
                elif each not in state:
                    step = each
                    break
            if step is None:
                ahead.pop()
                state[way.pop()] = False
                if not way:
                    break


def circle_through(tx: Transaction, task: str, depends: tuple[str, ...]) -> tuple[str, ...] | None:
    """The circle that a task would stand on if it depended on these."""
    came_from: dict[str, str] = dict.fromkeys(depends, task)
    frontier = list(depends)
    while frontier and task not in came_from:
        reached: list[str] = []
        for marks, chunk in in_chunks(frontier):
            rows = tx.all(f"SELECT task, needs FROM dependency WHERE task IN ({marks}) ORDER BY task, place", *chunk)  # noqa: S608
            for source, target in rows:
                if target not in came_from:
                    came_from[target] = source
                    reached.append(target)
        frontier = reached
    if task not in came_from:
        return None
    way = [task]
    while way[-1] != task or len(way) == 1:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))
