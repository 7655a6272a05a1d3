"""Evidence and observed progress: what commands answered and when work last moved; it must not decide what is proven."""

from collections.abc import Sequence

from remit.model.lease import Holder, Lease
from remit.model.record import Evidence
from remit.model.scope import TaskScope
from remit.store import leases, ledger
from remit.store.database import Database, Transaction
from remit.store.rows import EVIDENCE, KeptLease, evidence_of, lease_of, must_be_text, texts
from remit.store.tasks import one

STALL_SECONDS = 30 * 60.0
_INSERT = f"INSERT INTO evidence (task, {EVIDENCE}) VALUES ({', '.join('?' * 11)})"  # noqa: S608


def add(db: Database, holder: Holder, task: str, found: Sequence[Evidence]) -> None:
    """Keeps what was found of a task: by whoever holds it, or by a person (`verify --met`)."""

    def work(tx: Transaction) -> None:
        if holder.is_person and holder.token is None:
            one(tx, task, lock=tx.for_update)
        else:
            token = leases.held(tx, task, holder, "add evidence to").token
            leases.renew(tx, token)
            tx.do("UPDATE lease SET progress = ? WHERE token = ?", tx.now.ticks, token)
        keep(tx, holder, task, found)

    db.write(work)


def keep(tx: Transaction, holder: Holder, task: str, found: Sequence[Evidence]) -> None:
    for each in found:
        said = (each.output_digest, each.commit, each.tree)
        must_be_text("evidence", *each.command, *said, each.by)
        tx.do(
            _INSERT,
            *(task, each.kind, texts(each.command), each.exit_code, *said, each.duration_ms, each.criterion),
            *(each.by or holder.name, tx.now.iso),
        )
        body = {
            "kind": each.kind,
            "command": each.command,
            "exit_code": each.exit_code,
            "criterion": each.criterion,
            "output_digest": each.output_digest,
            "commit": each.commit,
            "tree": each.tree,
            "duration_ms": each.duration_ms,
            "by": each.by or holder.name,
        }
        ledger.append(tx, ledger.task_chain(task), "task.evidence", holder.name, body)


def of(db: Database, task: str) -> tuple[Evidence, ...]:
    """All evidence of a task, oldest first; whether it still holds, each says of the tree that it is asked for."""
    rows = db.read(lambda tx: tx.all(f"SELECT {EVIDENCE} FROM evidence WHERE task = ? ORDER BY number", task))  # noqa: S608
    return tuple(map(evidence_of, rows))


def observe(db: Database, holder: Holder, task: str, tree: str) -> bool:
    """Tells what the worktree looks like; only where that changed has the work moved."""
    must_be_text("a tree", tree)

    def work(tx: Transaction) -> bool:
        token = leases.held(tx, task, holder, "report on").token
        leases.renew(tx, token)
        changed = tx.run(
            "UPDATE lease SET progress = ?, tree = ? WHERE token = ? AND (tree IS NULL OR tree <> ?)",
            *(tx.now.ticks, tree, token, tree),
        )
        return changed > 0

    return db.write(work)


def stalled(db: Database, scope: TaskScope | None = None, *, after_seconds: float = STALL_SECONDS) -> tuple[Lease, ...]:
    """The leases, oldest first, under which nothing moved for so long: no files, no notes, no results."""

    def work(tx: Transaction) -> list[KeptLease]:
        now = tx.now
        limit = now.ticks - round(after_seconds * 1000)
        return [kept for kept in leases.all_in_hand(tx, scope) if kept.boot == now.boot and kept.progress <= limit]

    return tuple(map(lease_of, db.read(work)))
