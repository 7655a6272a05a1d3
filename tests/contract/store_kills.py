"""Workers that are killed at random moments, and what must hold afterwards; it must not know which database it is."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

from remit.model.task import Task
from remit.store import Database, checking, leases, ledger, tasks
from tests.contract.store_worlds import World, task

ROOT = Path(__file__).parents[2]


def listed(number: int, chance: random.Random) -> list[Task]:
    """A list in which tasks wait for up to two earlier ones, and some share a file or a pattern."""
    made: list[Task] = []
    for place in range(number):
        depends = {made[chance.randrange(place)].id for _ in range(chance.randrange(3))} if place else set()
        files = chance.choice(
            [(), (f"out/{place}.txt",), (f"out/{place}.txt",), ("shared.txt",), (f"part{place % 5}/**",)]
        )
        made.append(task(f"T{place % 7 + 1}.{place + 1}", *sorted(depends), files=files))
    return made


def run(
    world: World,
    *,
    workers: int,
    kills: int,
    seed: int,
    limit_seconds: float,
    between: Callable[[int], None] = lambda _: None,
) -> None:
    """Kills so many workers one after the other, each time replacing the one that died, then lets the rest end the work."""
    chance = random.Random(seed)
    names = (f"worker:{number}" for number in count(1))
    ends_at = time.monotonic() + limit_seconds
    running = {name: start(world, name) for name in islice(names, workers)}
    db = world.open_by_its_own_clock()
    try:
        for number in range(kills):
            # Every other one at any moment of its life, the others while they hold a task.
            name = chance.choice(list(running)) if number % 2 else at_work(db, running, ends_at)
            victim = running.pop(name)
            with suppress(subprocess.TimeoutExpired):
                victim.wait(timeout=chance.uniform(0, 0.1) if number % 2 else 0)
            victim.kill()
            victim.wait(timeout=30)
            between(number)
            name = next(names)
            running[name] = start(world, name)
        codes = [each.wait(timeout=max(1.0, ends_at - time.monotonic())) for each in running.values()]
    finally:
        for each in running.values():
            each.kill()
            each.wait(timeout=30)
    assert [0] * workers == codes


def at_work(db: Database, running: dict[str, subprocess.Popen[bytes]], ends_at: float) -> str:
    """One that holds a task just now; any, once there is nothing left to hold."""
    while time.monotonic() < ends_at:
        held = db.read(lambda tx: tx.all("SELECT holder FROM lease WHERE ended_at IS NULL ORDER BY token DESC"))
        for (name,) in held:
            if name in running:
                return str(name)
        if all(each.status == "done" for each in tasks.listed(db)):
            break
    return next(iter(running))


def start(world: World, name: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.contract.store_worker", str(world.root), world.url or "", name],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
    )


def must_hold(db: Database) -> None:
    """Nothing lost, nothing done twice, nothing completed with a token that was not the newest, and the ledger whole."""
    found = tasks.listed(db)
    stolen = 0
    assert {"done"} == {each.status for each in found}
    assert () == leases.expired(db)
    assert [] == db.read(lambda tx: tx.all("SELECT * FROM held_file"))
    for each in found:
        records = ledger.history(db, ledger.task_chain(each.id))
        given = [
            json.loads(record.body)["token"] for record in records if record.kind in {"task.claimed", "task.stolen"}
        ]
        stolen += sum(record.kind == "task.stolen" for record in records)
        done = [json.loads(record.body)["token"] for record in records if record.kind == "task.done"]
        assert given == sorted(set(given)), "tokens grow"
        assert given[-1:] == done, "done once, with the newest token"
    assert stolen, "no worker was killed at work"
    report = checking.check(db)
    assert report.whole, report.breaks
    counts_must_be_exact(db)


def counts_must_be_exact(db: Database) -> None:
    """What is kept of readiness is what a search would find."""
    met = "(status = 'done' OR landed_at IS NOT NULL)"
    wrong = db.snapshot(
        lambda tx: tx.all(
            "SELECT id, blockers FROM task WHERE status NOT IN ('done', 'cancelled') AND blockers <> (SELECT count(*) FROM"
            f" (SELECT DISTINCT needs FROM dependency WHERE task = task.id) AS edge JOIN task AS other ON other.id = edge.needs"
            f" WHERE NOT {met.replace('status', 'other.status').replace('landed_at', 'other.landed_at')})"
        )
    )
    assert [] == wrong
