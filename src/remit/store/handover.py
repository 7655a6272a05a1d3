"""Stealing a task whose holder fell silent, with all that it left; it must not know why the holder did."""

from remit.errors import TaskRefused
from remit.model.lease import Handover, Holder
from remit.model.scope import TaskScope
from remit.store import leases, ledger, notes
from remit.store.database import Database, Transaction
from remit.store.rows import lease_of
from remit.store.tasks import one, unknown


def steal(
    db: Database,
    thief: Holder,
    task: str,
    *,
    scope: TaskScope | None = None,
    lasting_seconds: float = leases.PERSON_SECONDS,
) -> Handover:
    """Ends an expired lease and begins another, with a greater token, from the same base and in the same worktree."""
    if scope is not None and not scope.holds(task):
        raise unknown(task)

    def work(tx: Transaction) -> Handover:
        kept = leases.in_hand(tx, task)
        if kept is None:
            one(tx, task)
            raise TaskRefused(f"cannot steal '{task}': nobody holds it", help=f"remit claim {task}")
        if not leases.has_expired(kept, tx.now):
            raise leases.taken("steal", kept)
        before = lease_of(kept)
        leases.end(tx, kept, "stolen", thief)
        lease = leases.grant(tx, task, thief, lasting_seconds, base=before.base, worktree=before.worktree)
        body: ledger.Body = {"before": before.token, "from": before.holder, "token": lease.token}
        ledger.append(tx, ledger.task_chain(task), "task.stolen", thief.name, body)
        return Handover(lease, before, notes.readable(tx, task), ledger.records(tx, ledger.task_chain(task)))

    return db.write(work)
