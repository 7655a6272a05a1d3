"""What becomes of a task: done, landed, released, suspended, answered, cancelled; it must not know how any of it was proven.

Each change of state stands in one transaction with its record in the ledger and with all that follows from it: the lease that ends, the
dependents that become ready, the focus that moves on.
"""

from collections.abc import Sequence
from typing import cast

from remit.errors import TaskRefused
from remit.model.lease import Holder
from remit.model.record import Evidence, KeptSuspension, Suspension
from remit.model.task import Task, TaskState, Waiting
from remit.store import evidence, graph, leases, ledger
from remit.store.database import Database, Overtaken, Transaction
from remit.store.ledger import Body
from remit.store.rows import SUSPENSION, KeptLease, must_be_text, suspension_of, texts, waiting_value
from remit.store.tasks import one, unknown


def complete(db: Database, holder: Holder, task: str, found: Sequence[Evidence] = ()) -> str | None:
    """The task is done: its dependents may start, and the focus moves to the holder's next task, which is returned."""

    def work(tx: Transaction) -> str | None:
        lease = leases.held(tx, task, holder, "complete")
        evidence.keep(tx, holder, task, found)
        leases.end(tx, lease, "done", holder)
        tx.do("UPDATE task SET status = 'done', done_at = ?, updated_at = ? WHERE id = ?", tx.now.iso, tx.now.iso, task)
        graph.unblock(tx, task)
        _say(tx, task, "task.done", holder, {"token": lease.token})
        return _refocused(tx, holder) if lease.focus else None

    return db.write(work)


def land(db: Database, holder: Holder, task: str, found: Sequence[Evidence] = ()) -> None:
    """The work is in and criteria are left for the review: no lease, not done, and dependents may start."""

    def work(tx: Transaction) -> None:
        lease = leases.held(tx, task, holder, "land")
        evidence.keep(tx, holder, task, found)
        leases.end(tx, lease, "landed", holder)
        tx.do(
            "UPDATE task SET status = 'blocked', landed_at = ?, updated_at = ? WHERE id = ?",
            tx.now.iso,
            tx.now.iso,
            task,
        )
        graph.unblock(tx, task)
        _say(tx, task, "task.landed", holder, {"token": lease.token})

    db.write(work)


def accept(db: Database, by: Holder, task: str, found: Sequence[Evidence] = ()) -> None:
    """The review found a landed task to be done."""

    def work(tx: Transaction) -> None:
        before = one(tx, task, lock=tx.for_update)
        if before.landed_at is None or before.status == "done":
            raise _refused("accept", before, "landed")
        evidence.keep(tx, by, task, found)
        tx.do("UPDATE task SET status = 'done', done_at = ?, updated_at = ? WHERE id = ?", tx.now.iso, tx.now.iso, task)
        _say(tx, task, "task.done", by, {})

    db.write(work)


def reopen(db: Database, by: Holder, task: str, why: str) -> None:
    """A task that had landed or was done is to be worked on again."""
    must_be_text("a reason", why)

    def work(tx: Transaction) -> None:
        before = one(tx, task, lock=tx.for_update)
        if before.landed_at is None and before.status != "done":
            raise _refused("reopen", before, "done or landed")
        graph.locked(tx, before.depends)
        if before.status == "done":
            graph.add_pull(tx, dict.fromkeys(before.depends, 1))
        tx.do(
            "UPDATE task SET status = 'pending', done_at = NULL, landed_at = NULL, updated_at = ? WHERE id = ?",
            *(tx.now.iso, task),
        )
        graph.block(tx, task)
        graph.recount(tx, task)
        _say(tx, task, "task.reopened", by, {"why": why})

    db.write(work)


def release(db: Database, holder: Holder, task: str) -> None:
    """Back to the list, for anybody to claim."""

    def work(tx: Transaction) -> None:
        put_back(tx, leases.held(tx, task, holder, "release"), holder)

    db.write(work)


def put_back(tx: Transaction, lease: KeptLease, holder: Holder) -> None:
    """Ends a lease and leaves its task pending."""
    leases.end(tx, lease, "released", holder)
    _becomes(tx, lease.task, "pending")
    _say(tx, lease.task, "task.released", holder, {"token": lease.token})


def suspend(db: Database, holder: Holder, task: str, why: Suspension) -> None:
    """Work stops. A task in hand is suspended by its holder; one that nobody holds, by whoever looks after it."""
    _must_be_text(why)

    def work(tx: Transaction) -> None:
        lease, before = _in_its_state(tx, task)
        if lease is not None or holder.token is not None:
            leases.end(tx, leases.held(tx, task, holder, "suspend"), "suspended", holder)
        elif before.status not in {"pending", "blocked"} or before.landed_at is not None:
            raise _refused("suspend", before, "active or pending")
        _suspend(tx, task, why, holder)

    db.write(work)


def answer(db: Database, by: Holder, task: str, text: str) -> KeptSuspension:
    """Keeps a person's answer and puts the task back on the list; what was asked comes back with the answer in it."""
    must_be_text("an answer", text)

    def work(tx: Transaction) -> KeptSuspension:
        before = one(tx, task, lock=tx.for_update)
        if before.status != "suspended" or before.waiting is None:
            raise _refused("answer", before, "waiting for a person")
        tx.do(
            "UPDATE suspension SET answer = ?, answered_by = ?, answered_at = ?"
            " WHERE number = (SELECT max(number) FROM suspension WHERE task = ?)",
            *(text, by.name, tx.now.iso, task),
        )
        _becomes(tx, task, "pending")
        _say(tx, task, "task.answered", by, {"answer": text, "question": before.waiting.question})
        return _last_suspension(tx, task)

    return db.write(work)


def resume(db: Database, by: Holder, task: str) -> None:
    """Puts a suspended task that asks nobody, or a blocked one that has not landed, back on the list."""

    def work(tx: Transaction) -> None:
        before = one(tx, task, lock=tx.for_update)
        if before.waiting is not None:
            raise TaskRefused(
                f"cannot resume '{task}': it waits for an answer to: {before.waiting.question}",
                help=f"remit answer {task} TEXT",
            )
        if before.status not in {"suspended", "blocked"} or before.landed_at is not None:
            raise _refused("resume", before, "suspended")
        _becomes(tx, task, "pending")
        _say(tx, task, "task.resumed", by, {})

    db.write(work)


def cancel(db: Database, by: Holder, task: str, why: str = "") -> tuple[str, ...]:
    """Nobody will do it. Returns the tasks that waited for it: those not in hand are suspended, and a person is asked."""
    must_be_text("a reason", why)

    def work(tx: Transaction) -> tuple[str, ...]:
        lease, before = _in_its_state(tx, task)
        if before.status in {"done", "cancelled"}:
            raise _refused("cancel", before, "open")
        if lease is not None:
            leases.end(tx, lease, "cancelled", by)
        graph.locked(tx, before.depends)
        graph.add_pull(tx, dict.fromkeys(before.depends, -1))
        if before.landed_at is not None:
            graph.block(tx, task)
        tx.do(
            "UPDATE task SET status = 'cancelled', landed_at = NULL, waiting = NULL, updated_at = ? WHERE id = ?",
            *(tx.now.iso, task),
        )
        _say(tx, task, "task.cancelled", by, {"why": why})
        dependents = graph.waiting_for(tx, task)
        for each in dependents:
            if one(tx, each, lock=tx.for_update).status in {"pending", "blocked"}:
                _suspend(tx, each, _orphaned(task), by)
        return tuple(dependents)

    return db.write(work)


def suspensions(db: Database, task: str) -> tuple[KeptSuspension, ...]:
    """All suspensions of a task with their answers, oldest first."""
    rows = db.read(lambda tx: tx.all(f"SELECT {SUSPENSION} FROM suspension WHERE task = ? ORDER BY number", task))  # noqa: S608
    return tuple(map(suspension_of, rows))


def focus(db: Database, holder: Holder, task: str) -> None:
    """The holder turns to one of the tasks that it has in hand."""

    def work(tx: Transaction) -> None:
        token = leases.held(tx, task, holder, "focus").token
        leases.renew(tx, token)
        _set_focus(tx, holder, token)
        _say(tx, task, "task.focused", holder, {"token": token})

    db.write(work)


def focused(db: Database, holder: Holder) -> str | None:
    """The task that a holder turned to last and still has in hand."""
    rows = db.read(lambda tx: tx.all("SELECT task, focus FROM lease WHERE holder = ? AND live = 1", holder.name))
    return next((task for task, focus in rows if focus), None)


def _in_its_state(tx: Transaction, task: str) -> tuple[KeptLease | None, Task]:
    """A task and its lease, where it has one, both to ourselves."""
    lease = leases.in_hand(tx, task)
    found = one(tx, task, lock=tx.for_update)
    if lease is None and found.status == "active":
        # Claimed between the two: its lease has to be taken first.
        raise Overtaken
    return lease, found


def _suspend(tx: Transaction, task: str, why: Suspension, by: Holder) -> None:
    now = tx.now.iso
    asked = Waiting(why.reason, why.question, now, why.suggestions) if why.question is not None else None
    tx.do(
        "UPDATE task SET status = 'suspended', waiting = ?, updated_at = ? WHERE id = ?",
        waiting_value(asked),
        now,
        task,
    )
    tx.do(
        "INSERT INTO suspension (reason, details, last_action, next_steps, question, suggestions, task, by_whom, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *(why.reason, why.details, why.last_action, texts(why.next_steps), why.question, texts(why.suggestions)),
        *(task, by.name, now),
    )
    _say(tx, task, "task.suspended", by, {"details": why.details, "question": why.question, "reason": why.reason})


def _orphaned(task: str) -> Suspension:
    return Suspension(
        "blocker",
        f"it waits for '{task}', which was cancelled",
        question=f"'{task}' was cancelled: what shall become of this task?",
        suggestions=(f"take '{task}' out of its dependencies", "cancel it as well"),
    )


def _last_suspension(tx: Transaction, task: str) -> KeptSuspension:
    row = tx.one(f"SELECT {SUSPENSION} FROM suspension WHERE task = ? ORDER BY number DESC LIMIT 1", task)  # noqa: S608
    if row is None:
        raise unknown(task)
    return suspension_of(row)


def _becomes(tx: Transaction, task: str, status: TaskState) -> None:
    tx.do("UPDATE task SET status = ?, waiting = NULL, updated_at = ? WHERE id = ?", status, tx.now.iso, task)


def _refocused(tx: Transaction, holder: Holder) -> str | None:
    row = tx.one(
        "SELECT token, task FROM lease WHERE holder = ? AND live = 1 AND ended_at IS NULL ORDER BY token LIMIT 1",
        holder.name,
    )
    if row is None:
        return None
    _set_focus(tx, holder, row[0])
    return cast("str", row[1])


def _set_focus(tx: Transaction, holder: Holder, token: int) -> None:
    tx.do(
        "UPDATE lease SET focus = CASE WHEN token = ? THEN 1 ELSE 0 END WHERE holder = ? AND live = 1",
        *(token, holder.name),
    )


def _say(tx: Transaction, task: str, kind: str, by: Holder, body: Body) -> None:
    ledger.append(tx, ledger.task_chain(task), kind, by.name, body)


def _refused(verb: str, task: Task, expected: str) -> TaskRefused:
    state = "landed" if task.landed_at is not None and task.status != "done" else task.status
    return TaskRefused(
        f"cannot {verb} '{task.id}': it is {state}, expected {expected}", help=f"remit task show {task.id}"
    )


def _must_be_text(why: Suspension) -> None:
    must_be_text(
        "a suspension",
        *(why.details, why.last_action, *why.next_steps, why.question, *why.suggestions),
    )
