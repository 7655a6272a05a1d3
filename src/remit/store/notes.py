"""Notes on tasks, some of them shared with the whole epic; it must not judge what they say."""

from remit.model.lease import Holder
from remit.model.record import Note
from remit.model.scope import epic_of
from remit.store import leases, ledger
from remit.store.database import Database, Transaction
from remit.store.rows import NOTE, must_be_text, note_of
from remit.store.tasks import one


def add(db: Database, holder: Holder, task: str, text: str, *, shared: bool = False) -> None:
    """Keeps a note of whoever holds the task, or of a person."""
    must_be_text("a note", text)

    def work(tx: Transaction) -> None:
        if holder.is_person and holder.token is None:
            one(tx, task, lock=tx.for_update)
        else:
            token = leases.held(tx, task, holder, "note").token
            leases.renew(tx, token)
            tx.do("UPDATE lease SET progress = ? WHERE token = ?", tx.now.ticks, token)
        tx.do(
            "INSERT INTO note (task, epic, shared, author, at, text) VALUES (?, ?, ?, ?, ?, ?)",
            *(task, epic_of(task), int(shared), holder.name, tx.now.iso, text),
        )
        ledger.append(tx, ledger.task_chain(task), "task.noted", holder.name, {"shared": shared, "text": text})

    db.write(work)


def of(db: Database, task: str) -> tuple[Note, ...]:
    """The notes on a task and those shared in its epic, oldest first."""
    return db.read(lambda tx: readable(tx, task))


def readable(tx: Transaction, task: str) -> tuple[Note, ...]:
    rows = tx.all(
        f"SELECT {NOTE} FROM note WHERE task = ? OR (epic = ? AND shared = 1) ORDER BY number",  # noqa: S608
        *(task, epic_of(task)),
    )
    return tuple(map(note_of, rows))
