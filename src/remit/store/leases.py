"""Leases: claiming, keeping up, and who holds what; it must not know what becomes of the work.

A lease is current until it is ended, also past its expiry: then it may be stolen, and until somebody does, the next command of its
holder renews it. Its token is the fence: given by the database, it only grows, and whoever names one that is not current is refused.
"""

from dataclasses import replace

from remit.errors import LeaseLost, TaskRefused, TaskTaken
from remit.model.lease import Base, Heartbeat, Holder, Lease
from remit.model.record import SecurityEvent
from remit.model.scope import TaskScope
from remit.store import ledger, ready, security
from remit.store.clock import Moment
from remit.store.database import CLAIMS, CLAIMS_ALONE, Database, Recorded, Transaction, Value
from remit.store.rows import LEASE, KeptLease, expiry, lease_of, lost_of, must_be_text
from remit.store.tasks import one, unknown

PERSON_SECONDS = 30 * 60.0
WORKER_SECONDS = 10.0

_CURRENT = f"SELECT {LEASE} FROM lease WHERE task = ? AND ended_at IS NULL"  # noqa: S608
_LAST = f"SELECT {LEASE} FROM lease WHERE task = ? ORDER BY token DESC LIMIT 1"  # noqa: S608
_LAST_OF_HOLDER = f"SELECT {LEASE} FROM lease WHERE task = ? AND holder = ? ORDER BY token DESC LIMIT 1"  # noqa: S608
_ALL = f"SELECT {LEASE} FROM lease WHERE ended_at IS NULL ORDER BY token"  # noqa: S608
_IN_HAND = f"SELECT {LEASE} FROM lease WHERE holder = ? AND live = 1 AND ended_at IS NULL ORDER BY token"  # noqa: S608
_STOLEN = f"SELECT {LEASE} FROM lease WHERE holder = ? AND live = 1 AND ended_at IS NOT NULL ORDER BY token"  # noqa: S608
_LASTING = "SELECT lasting FROM lease WHERE token = ? AND ended_at IS NULL"
_GRANT = (
    "INSERT INTO lease (task, holder, granted_at, expires_at, lasting, boot, renewed, expires, progress, base_branch, base_commit,"
    " worktree) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class _PatternMet(Exception):
    """A candidate's files are patterns: two such claims side by side would not see each other."""


def claim(
    db: Database,
    holder: Holder,
    *,
    task: str | None = None,
    scope: TaskScope | None = None,
    lasting_seconds: float = PERSON_SECONDS,
    base: Base | None = None,
) -> Lease:
    """The next ready task of a scope, or the one that is named, for this holder alone."""
    must_be_text("a lease", holder.name, *((base.branch, base.commit) if base else ()))

    def work(tx: Transaction, *, alone: bool) -> Lease:
        key, wild = _named(tx, task, scope) if task is not None else _first_free(tx, scope)
        if wild and not alone:
            raise _PatternMet
        # Of two that name one file and are claimed at once, the later one fails here and is tried again.
        tx.do(
            "INSERT INTO held_file (path, task, wild) SELECT path, task, wild FROM task_file WHERE task = ? ORDER BY path",
            key,
        )
        tx.do("UPDATE task SET status = 'active', updated_at = ? WHERE id = ?", tx.now.iso, key)
        lease = grant(tx, key, holder, lasting_seconds, base=base)
        body = {"base": base.commit if base else None, "token": lease.token}
        ledger.append(tx, ledger.task_chain(key), "task.claimed", holder.name, body)
        return lease

    try:
        return db.write(lambda tx: work(tx, alone=False), CLAIMS)
    except _PatternMet:
        return db.write(lambda tx: work(tx, alone=True), CLAIMS_ALONE)


def heartbeat(db: Database, holder: Holder) -> Heartbeat:
    """Renews all that a holder has, and tells it once what was stolen from it."""

    def work(tx: Transaction) -> Heartbeat:
        lost = [lost_of(kept) for kept in _all(tx, _STOLEN, holder.name) if _tell(tx, kept.token)]
        renewed = [
            replace(lease_of(kept), expires_at=ends_at)
            for kept in _all(tx, _IN_HAND, holder.name)
            if (ends_at := renew(tx, kept.token))
        ]
        return Heartbeat(tuple(renewed), tuple(lost))

    # Most commands of most people hold nothing, and then nothing is written.
    anything = db.read(lambda tx: tx.one("SELECT 1 FROM lease WHERE holder = ? AND live = 1 LIMIT 1", holder.name))
    return db.write(work) if anything else Heartbeat()


def current(db: Database, task: str) -> Lease | None:
    """The lease of a task in hand, expired or not."""
    kept = db.read(lambda tx: _one(tx, _CURRENT, task))
    return lease_of(kept) if kept else None


def last(db: Database, task: str) -> Lease | None:
    """The newest lease of a task, ended or not: where its work was left."""
    kept = db.read(lambda tx: _one(tx, _LAST, task))
    return lease_of(kept) if kept else None


def held_by(db: Database, holder: Holder) -> tuple[Lease, ...]:
    """What a holder has in hand, oldest first."""
    return tuple(map(lease_of, db.read(lambda tx: _all(tx, _IN_HAND, holder.name))))


def expired(db: Database, scope: TaskScope | None = None) -> tuple[Lease, ...]:
    """What could be stolen, oldest first."""

    def work(tx: Transaction) -> list[KeptLease]:
        return [kept for kept in all_in_hand(tx, scope) if has_expired(kept, tx.now)]

    return tuple(map(lease_of, db.read(work)))


def all_in_hand(tx: Transaction, scope: TaskScope | None) -> list[KeptLease]:
    """Every current lease of a scope, or of all, oldest first."""
    return [kept for kept in _all(tx, _ALL) if scope is None or scope.holds(kept.task)]


def set_worktree(db: Database, holder: Holder, task: str, path: str) -> None:
    """Where the work on a task is done, for whoever takes it over."""
    must_be_text("a worktree", path)

    def work(tx: Transaction) -> None:
        token = held(tx, task, holder, "set up").token
        tx.do("UPDATE lease SET worktree = ? WHERE token = ?", path, token)
        renew(tx, token)
        ledger.append(tx, ledger.task_chain(task), "task.worktree", holder.name, {"token": token, "worktree": path})

    db.write(work)


def grant(
    tx: Transaction,
    task: str,
    holder: Holder,
    lasting_seconds: float,
    *,
    base: Base | None,
    worktree: str | None = None,
) -> Lease:
    now = tx.now
    lasting = round(lasting_seconds * 1000)
    granted_at, expires_at = now.iso, expiry(now.wall, lasting)
    token = tx.insert(
        _GRANT,
        "token",
        *(task, holder.name, granted_at, expires_at, lasting, now.boot, now.ticks, now.ticks + lasting, now.ticks),
        *(base.branch if base else None, base.commit if base else None, worktree),
    )
    return Lease(task, token, holder.name, granted_at, expires_at, base, worktree)


def renew(tx: Transaction, token: int) -> str | None:
    """Begins a lease's time anew, and says when it ends; None where the lease was ended in the meantime."""
    now = tx.now
    row = tx.one(f"{_LASTING}{tx.for_update}", token)
    if row is None:
        return None
    expires_at = expiry(now.wall, row[0])
    tx.do(
        "UPDATE lease SET boot = ?, renewed = ?, expires = ?, expires_at = ? WHERE token = ?",
        *(now.boot, now.ticks, now.ticks + row[0], expires_at, token),
    )
    return expires_at


def has_expired(kept: KeptLease, now: Moment) -> bool:
    """Whether its time is over. One that began at another start of the machine has no holder that could know its ticks."""
    return kept.boot != now.boot or not kept.renewed <= now.ticks < kept.expires


def held(tx: Transaction, task: str, holder: Holder, verb: str) -> KeptLease:
    """The current lease, to ourselves; refused and recorded where the holder has it not.

    Whoever needs both takes the lease before the task, so that no two wait for each other.
    """
    kept = in_hand(tx, task)
    if kept is None or kept.holder != holder.name or holder.token not in {None, kept.token}:
        one(tx, task)
        raise _refused(tx, task, holder, verb, kept)
    return kept


def in_hand(tx: Transaction, task: str) -> KeptLease | None:
    """The current lease of a task, to ourselves."""
    return _one(tx, f"{_CURRENT}{tx.for_update}", task)


def taken(verb: str, kept: KeptLease) -> TaskTaken:
    return TaskTaken(
        f"cannot {verb} '{kept.task}': '{kept.holder}' holds it until {kept.expires_at}",
        help=f"remit claim takes the next task; remit steal {kept.task} once the lease has expired",
    )


def end(tx: Transaction, kept: KeptLease, how: str, by: Holder) -> None:
    """Ends a current lease. A stolen task stays in hand, and its files with it."""
    untold = int(how == "stolen" and kept.holder != by.name)
    tx.do(
        "UPDATE lease SET ended_at = ?, ended_as = ?, ended_by = ?, focus = 0, live = ? WHERE token = ?",
        *(tx.now.iso, how, by.name, untold, kept.token),
    )
    if how != "stolen":
        tx.do(
            "DELETE FROM held_file WHERE path IN (SELECT path FROM task_file WHERE task = ?) AND task = ?",
            *(kept.task, kept.task),
        )


def _tell(tx: Transaction, token: int) -> bool:
    """Marks a loss as told; False where another command of the holder was told it first."""
    return tx.run("UPDATE lease SET live = 0 WHERE token = ? AND live = 1", token) > 0


def _one(tx: Transaction, sql: str, *values: Value) -> KeptLease | None:
    row = tx.one(sql, *values)
    return KeptLease(*row) if row else None


def _all(tx: Transaction, sql: str, *values: Value) -> list[KeptLease]:
    return [KeptLease(*row) for row in tx.all(sql, *values)]


def _first_free(tx: Transaction, scope: TaskScope | None) -> tuple[str, bool]:
    # First among those that nobody is changing; only if there is none, wait for those that somebody is.
    for lock in dict.fromkeys((tx.skip_locked, tx.for_update)):
        if found := ready.first_free(tx, scope, lock):
            return found.row[0], found.is_wild
    raise ready.nothing_ready(tx, scope)


def _named(tx: Transaction, key: str, scope: TaskScope | None) -> tuple[str, bool]:
    if scope is not None and not scope.holds(key):
        raise unknown(key)
    task = one(tx, key, lock=tx.for_update)
    if task.status == "active" and (kept := _one(tx, _CURRENT, key)):
        raise taken("claim", kept)
    for obstacle in ready.in_the_way(tx, task):
        raise TaskRefused(f"cannot claim '{key}': {obstacle.why}", help=f"remit task show {key}")
    return key, tx.one("SELECT 1 FROM task_file WHERE task = ? AND wild = 1", key) is not None


def _refused(tx: Transaction, task: str, holder: Holder, verb: str, now: KeptLease | None) -> Exception:
    if holder.token is not None:
        before = _one(tx, f"SELECT {LEASE} FROM lease WHERE task = ? AND token = ?", task, holder.token)  # noqa: S608
    else:
        before = _one(tx, _LAST_OF_HOLDER, task, holder.name)
    if before is None or before.ended_at is None or before.holder != holder.name:
        why = f"'{now.holder}' holds it" if now else "nobody holds it"
    elif before.ended_as == "stolen":
        why = f"lease {before.token} was stolen by '{before.ended_by}' at {before.ended_at}"
    else:
        why = f"lease {before.token} was ended ({before.ended_as}) at {before.ended_at}"
    error = LeaseLost(
        f"cannot {verb} '{task}': {why}",
        help="stop working on it: remit next" if before else f"remit claim {task}",
    )
    # A person who forgot to claim is no event; a token that is not current, or an agent without one, is.
    if holder.is_person and holder.token is None and before is None:
        return error
    token = f" with token {holder.token}" if holder.token is not None else ""
    detail = f"tried to {verb} '{task}'{token}: {why}"
    security.keep(tx, SecurityEvent("token", detail, holder.name, task=task, session=holder.session))
    return Recorded(error)
