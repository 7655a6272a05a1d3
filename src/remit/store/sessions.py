"""Sessions: an agent's stay, known by an id and a secret; it must not keep the secret.

Whoever can read the database, an agent perhaps, finds a hash of the token there. The token is random and long, so that a plain hash of
it tells nothing.
"""

import hashlib
import hmac
import secrets

from remit.errors import SessionRefused
from remit.model.record import SecurityEvent
from remit.model.scope import TaskScope
from remit.model.session import Session, StartedSession
from remit.store import leases, ledger, life, security
from remit.store.database import Database, Recorded, Row, Transaction
from remit.store.rows import SESSION, must_be_text, session_of, texts


def start(db: Database, agent: str, scope: TaskScope) -> StartedSession:
    """A new session; its token is in what is returned, and nowhere else."""
    must_be_text("a session", agent)
    key, token = f"session_{secrets.token_hex(8)}", secrets.token_urlsafe(32)

    def work(tx: Transaction) -> StartedSession:
        now = tx.now.iso
        tx.do(
            "INSERT INTO session (id, agent, token_hash, scope_type, scope_root, scope_ids, started_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            *(key, agent, _hash(token), scope.type, scope.root, texts(scope.ids), now),
        )
        body = {"agent": agent, "ids": scope.ids, "root": scope.root, "scope": scope.type}
        ledger.append(tx, ledger.session_chain(key), "session.started", agent, body)
        return StartedSession(Session(key, agent, scope, now), token)

    return db.write(work)


def authenticate(db: Database, key: str, token: str) -> Session:
    """The session of that id, if this is its token and it has not ended; a wrong token is a security event."""
    row = db.read(lambda tx: _found(tx, key))
    if row is not None and hmac.compare_digest(row[-1], _hash(token)):
        session = session_of(row[:-1])
        if session.ended_at is None:
            return session
        raise SessionRefused(f"the session '{key}' ended at {session.ended_at}", help="remit session start")

    def work(tx: Transaction) -> Session:
        why = "with a wrong token" if row is not None else "which does not exist"
        shown = key[:80].encode("ascii", "backslashreplace").decode().replace("\0", "\\0")
        event = SecurityEvent("token", f"tried to act as session '{shown}' {why}", "unknown", session=shown)
        security.keep(tx, event)
        # Not which of the two it was: that would tell whoever guesses.
        raise Recorded(SessionRefused(f"no session of that name and token: '{shown}'", help="remit session start"))

    return db.write(work)


def get(db: Database, key: str) -> Session | None:
    row = db.read(lambda tx: _found(tx, key))
    return session_of(row[:-1]) if row else None


def listed(db: Database) -> tuple[Session, ...]:
    """All sessions, oldest first."""
    rows = db.read(lambda tx: tx.all(f"SELECT {SESSION} FROM session ORDER BY started_at, id"))  # noqa: S608
    return tuple(map(session_of, rows))


def end(db: Database, session: Session) -> None:
    """Ends a stay; what it still has in hand goes back to the list."""
    holder = session.holder

    def work(tx: Transaction) -> None:
        tasks = tx.all(
            "SELECT task FROM lease WHERE holder = ? AND live = 1 AND ended_at IS NULL ORDER BY task", holder.name
        )
        for (task,) in tasks:
            lease = leases.in_hand(tx, task)
            if lease is not None and lease.holder == holder.name:
                life.put_back(tx, lease, holder)
        if tx.run("UPDATE session SET ended_at = ? WHERE id = ? AND ended_at IS NULL", tx.now.iso, session.id):
            ledger.append(
                tx, ledger.session_chain(session.id), "session.ended", session.agent, {"released": len(tasks)}
            )

    db.write(work)


def _found(tx: Transaction, key: str) -> Row | None:
    if "\0" in key or any("\ud800" <= character <= "\udfff" for character in key):
        return None
    return tx.one(f"SELECT {SESSION}, token_hash FROM session WHERE id = ?", key)  # noqa: S608


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
