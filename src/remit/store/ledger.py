"""The ledger: what happened, in chains in which each record holds the hash of the one before; it must not know what the records say.

A chain belongs to a task or a session, so that those who work on different ones never wait for each other. `chain` says how long each
chain is and where it ends; an append reads and writes one row there and adds one to the ledger, however long both are.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence

from remit.model.record import LedgerRecord
from remit.store.database import Database, Row, Transaction

Body = Mapping[str, str | int | bool | Sequence[str] | None]

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)
COLUMNS = "chain, number, at, actor, kind, body, hash"
_INSERT = f"INSERT INTO ledger ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_BEGIN = "INSERT INTO chain (name, length, head_hash) VALUES (?, ?, ?)"
# All of it at once, where the database can compute the hash: no answer of its own to wait for, and no two writers to meet.
_LINKED = f"""
WITH linked AS (
  INSERT INTO chain (name, length, head_hash) VALUES (?, 1, ?)
  ON CONFLICT (name) DO UPDATE SET
    length = chain.length + 1,
    head_hash = encode(sha256(convert_to(
      '64:' || chain.head_hash || ?::text || length((chain.length + 1)::text) || ':' || (chain.length + 1) || ?::text, 'UTF8'
    )), 'hex')
  RETURNING length, head_hash
)
INSERT INTO ledger ({COLUMNS}) SELECT ?, length, ?, ?, ?, ?, head_hash FROM linked
"""  # noqa: S608


def append(tx: Transaction, chain: str, kind: str, actor: str, body: Body) -> None:
    """Adds a record to the end of a chain."""
    said = (tx.now.iso, actor, kind, _ENCODER.encode(body))
    if tx.hashes:
        first = link("", chain, 1, *said)
        tx.do(_LINKED, chain, first, _spelled(chain), _spelled(*said), chain, *said)
        return
    last = tx.one("SELECT length, head_hash FROM chain WHERE name = ?", chain)
    number = last[0] + 1 if last else 1
    digest = link(last[1] if last else "", chain, number, *said)
    tx.do(_INSERT, chain, number, *said, digest)
    if last:
        tx.do("UPDATE chain SET length = ?, head_hash = ? WHERE name = ?", number, digest, chain)
    else:
        tx.do(_BEGIN, chain, number, digest)


def append_first(tx: Transaction, kind: str, actor: str, bodies: Mapping[str, Body]) -> None:
    """Begins a chain for each name, as when many tasks come at once."""
    at = tx.now.iso
    rows = []
    for chain, body in bodies.items():
        text = _ENCODER.encode(body)
        rows.append((chain, 1, at, actor, kind, text, link("", chain, 1, at, actor, kind, text)))
    tx.many(_INSERT, rows)
    tx.many(_BEGIN, [(row[0], 1, row[6]) for row in rows])


def link(before: str, *said: str | int) -> str:
    """The hash of a record: over the hash before it and all that it says."""
    # A surrogate cannot be stored as text; one that somebody forged in must still be hashed, not crash the check.
    return hashlib.sha256(_spelled(before, *said).encode("utf-8", "surrogatepass")).hexdigest()


def _spelled(*parts: str | int) -> str:
    """Each part with its length before it, so that no two lists of parts read the same."""
    return "".join(f"{len(part)}:{part}" for part in map(str, parts))


def records(tx: Transaction, chain: str) -> tuple[LedgerRecord, ...]:
    rows = tx.all(f"SELECT {COLUMNS} FROM ledger WHERE chain = ? ORDER BY number", chain)  # noqa: S608
    return tuple(map(record_of, rows))


def history(db: Database, chain: str) -> tuple[LedgerRecord, ...]:
    """All that happened to one task or session, oldest first."""
    return db.read(lambda tx: records(tx, chain))


def record_of(row: Row) -> LedgerRecord:
    return LedgerRecord(*row)


def task_chain(task: str) -> str:
    return f"task:{task}"


def session_chain(session: str) -> str:
    return f"session:{session}"
