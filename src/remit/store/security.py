"""Security events: kept with a record in the ledger, and listed; it must not judge what is one."""

from remit.errors import TaskUnknown
from remit.model.record import SecurityEvent
from remit.store import ledger
from remit.store.database import Database, Transaction
from remit.store.rows import SECURITY, must_be_text, security_of

_COLUMNS = "kind, detail, actor, task, session_id, at"
_ELSEWHERE = "project"


def report(db: Database, event: SecurityEvent) -> None:
    db.write(lambda tx: keep(tx, event))


def keep(tx: Transaction, event: SecurityEvent) -> None:
    """Adds the event, in the ledger to the chain of its session, else of its task, as far as they exist."""
    must_be_text("a security event", event.detail, event.actor, event.task, event.session)
    number = tx.insert(
        f"INSERT INTO security ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",  # noqa: S608
        "number",
        *(event.kind, event.detail, event.actor, event.task, event.session, tx.now.iso),
    )
    body: ledger.Body = {"detail": event.detail, "event": number, "session": event.session, "task": event.task}
    ledger.append(tx, _chain(tx, event), f"security.{event.kind}", event.actor, body)


def events(db: Database) -> tuple[SecurityEvent, ...]:
    """All of them, oldest first."""
    rows = db.read(lambda tx: tx.all(f"SELECT {SECURITY} FROM security ORDER BY number"))  # noqa: S608
    return tuple(map(security_of, rows))


def event(db: Database, number: int) -> SecurityEvent:
    row = db.read(lambda tx: tx.one(f"SELECT {SECURITY} FROM security WHERE number = ?", number))  # noqa: S608
    if row is None:
        raise TaskUnknown(f"no security event: {number}", help="remit security")
    return security_of(row)


def _chain(tx: Transaction, event: SecurityEvent) -> str:
    if event.session is not None and tx.one("SELECT 1 FROM session WHERE id = ?", event.session):
        return ledger.session_chain(event.session)
    if event.task is not None and tx.one("SELECT 1 FROM task WHERE id = ?", event.task):
        return ledger.task_chain(event.task)
    return _ELSEWHERE
