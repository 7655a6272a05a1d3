"""One worker of the kill runs, as a program: claims, notes, completes or steals until every task is done; it must not end before."""

import random
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from remit.errors import LeaseLost, NothingReady, PersonAwaited, StoreBusy, StoreLost, StoreRefused, TaskRefused
from remit.model.lease import Holder, Lease
from remit.store import Database, handover, leases, life, notes, open_store, tasks

LASTING_SECONDS = 0.4
PAUSE = threading.Event()


def main(root: str, url: str, name: str) -> None:
    db = open_store(Path(root), url or None, wait_seconds=30)
    while True:
        try:
            lease = taken(db, Holder(name))
            if lease is not None:
                work(db, Holder(name, token=lease.token), lease.task)
            elif all(each.status == "done" for each in tasks.listed(db)):
                return
            else:
                PAUSE.wait(0.02)
        except LeaseLost:
            continue
        except (StoreBusy, StoreLost, StoreRefused):
            # A server that was restarted; on SQLite neither comes up.
            PAUSE.wait(0.05)


def taken(db: Database, holder: Holder) -> Lease | None:
    """The next task, else one whose holder fell silent."""
    ways: list[Callable[[], Lease]] = [lambda: leases.claim(db, holder, lasting_seconds=LASTING_SECONDS)]
    ways += [partial(steal, db, holder, each.task) for each in leases.expired(db)]
    for way in ways:
        try:
            return way()
        except (NothingReady, PersonAwaited, TaskRefused):
            continue
    return None


def steal(db: Database, holder: Holder, task: str) -> Lease:
    return handover.steal(db, holder, task, lasting_seconds=LASTING_SECONDS).lease


def work(db: Database, holder: Holder, task: str) -> None:
    notes.add(db, holder, task, f"at work with {holder.token}")
    PAUSE.wait(random.uniform(0, LASTING_SECONDS / 3))
    life.complete(db, holder, task)


if __name__ == "__main__":
    main(*sys.argv[1:])
