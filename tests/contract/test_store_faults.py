"""Killed processes, locked, full, replaced and restarted databases: a wait or a clear error, never a wrong state."""

import random
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest

from remit.errors import NothingReady, StoreBusy, StoreLost, StoreRefused, TaskRefused
from remit.model.lease import PERSON, Holder
from remit.model.scope import TaskScope
from remit.store import Database, checking, leases, life, notes, open_store, ready, tasks
from remit.store.database import Transaction
from remit.store.postgres import PostgresDatabase
from remit.store.schema import MIGRATIONS
from remit.store.sqlite import SqliteDatabase
from tests.contract.store_kills import counts_must_be_exact, listed, must_hold, run
from tests.contract.store_server import Server, running_server
from tests.contract.store_worlds import KINDS, World, empty, task, world

PROVES = ("T3", "T8", "E2")

ONE = Holder("worker:one")
LATER = (*MIGRATIONS, "ALTER TABLE task ADD COLUMN later TEXT")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as started:
        yield started


@pytest.fixture(params=KINDS)
def here(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    with world(request.param, tmp_path, lambda: request.getfixturevalue("server")) as made:
        yield made


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[World]:
    with world("sqlite", tmp_path, lambda: pytest.fail("no server needed")) as made:
        yield made


@pytest.fixture
def served(server: Server, tmp_path: Path) -> Iterator[World]:
    with world("postgresql", tmp_path, lambda: server) as made:
        yield made


# Both databases


def test_killed_workers_lose_nothing_and_do_nothing_twice(here: World) -> None:
    db = here.open_by_its_own_clock()
    tasks.add(db, listed(100, random.Random(7)), PERSON)

    run(here, workers=8, kills=12, seed=7, limit_seconds=120)

    must_hold(db)


def test_workers_side_by_side_never_hold_what_overlaps(here: World) -> None:
    files = ("a.py", "*.py", "src/**", "src/b.py")
    tasks.add(here.open(), [task(f"T{n}", files=(files[n % 4],)) for n in range(40)], PERSON)
    together = threading.Barrier(6)
    met: list[list[str]] = []

    def work(name: str) -> int:
        with closing(open_store(here.root, here.url, clock=here.clock)) as db:
            done = 0
            together.wait(30)
            while any(each.status != "done" for each in tasks.listed(db)):
                try:
                    lease = leases.claim(db, Holder(name))
                except NothingReady:
                    continue
                held = [path for (path,) in db.read(lambda tx: tx.all("SELECT path FROM held_file ORDER BY path"))]
                met.extend([held] if {"a.py", "*.py"} <= {*held} or {"src/**", "src/b.py"} <= {*held} else [])
                life.complete(db, Holder(name, token=lease.token), lease.task)
                done += 1
            return done

    with ThreadPoolExecutor(6) as pool:
        assert 40 == sum(pool.map(work, [f"worker:{n}" for n in range(6)], timeout=120))
    assert [] == met


def test_counts_stay_exact_while_some_add_and_others_complete(here: World) -> None:
    tasks.add(here.open(), [task(f"T1.{n}") for n in range(30)], PERSON)
    together = threading.Barrier(4)

    def add(part: int) -> None:
        with closing(open_store(here.root, here.url, clock=here.clock)) as db:
            together.wait(30)
            for n in range(30):
                tasks.add(db, [task(f"T{part}.{n}", f"T1.{n}", f"T1.{(n * 7) % 30}")], PERSON)

    def complete(name: str) -> None:
        with closing(open_store(here.root, here.url, clock=here.clock)) as db:
            together.wait(30)
            for _ in range(15):
                life.complete(db, Holder(name), leases.claim(db, Holder(name)).task)

    with ThreadPoolExecutor(4) as pool:
        for future in [
            *(pool.submit(add, part) for part in (2, 3)),
            *(pool.submit(complete, f"worker:{n}") for n in (1, 2)),
        ]:
            future.result(timeout=120)
    counts_must_be_exact(here.open())


def test_a_work_that_fails_leaves_nothing_behind(here: World) -> None:
    db = here.open()
    tasks.add(db, [task("T1")], PERSON)

    def work(tx: Transaction) -> None:
        tx.do("UPDATE task SET status = 'done'")
        raise TaskRefused("no")

    with pytest.raises(TaskRefused):
        db.write(work)
    assert "pending" == tasks.get(db, "T1").status


def test_a_newer_database_is_refused_in_clear_words(here: World) -> None:
    newer: Database = (
        PostgresDatabase(here.url, migrations=LATER)
        if here.url
        else SqliteDatabase(here.root / ".remit" / "remit.db", migrations=LATER)
    )
    with closing(newer):
        tasks.add(newer, [task("T1")], PERSON)

    with pytest.raises(StoreRefused, match="its schema is version 2, expected at most 1"):
        tasks.listed(here.open())
    with pytest.raises(StoreRefused, match="its schema is version 2, expected at most 1"):
        leases.claim(here.open(), ONE)


def test_an_older_database_is_brought_forward_with_what_it_holds(here: World) -> None:
    tasks.add(here.open(), [task("T1")], PERSON)

    newer: Database = (
        PostgresDatabase(here.url, migrations=LATER)
        if here.url
        else SqliteDatabase(here.root / ".remit" / "remit.db", migrations=LATER)
    )
    with closing(newer):
        assert ["T1"] == [each.id for each in tasks.listed(newer)]
        assert [(None,)] == newer.read(lambda tx: tx.all("SELECT later FROM task"))


# SQLite


def test_the_database_is_made_when_something_is_to_be_written(lite: World) -> None:
    db = lite.open()
    tasks.listed(db)
    checking.check(db)
    assert not (lite.root / ".remit").exists()

    tasks.add(db, [task("T1")], PERSON)
    assert "*\n" == (lite.root / ".remit" / ".gitignore").read_text()
    assert {".gitignore", "remit.db", "remit.db-shm", "remit.db-wal"} == {
        each.name for each in (lite.root / ".remit").iterdir()
    }


def test_what_another_process_made_in_the_meantime_is_seen(lite: World) -> None:
    early = lite.open()
    assert () == tasks.listed(early)
    tasks.add(lite.open(), [task("T1")], PERSON)

    assert ["T1"] == [each.id for each in tasks.listed(early)]


def test_a_file_locked_for_long_is_a_clear_error_and_then_no_more(lite: World) -> None:
    db = lite.open(wait_seconds=0.05)
    tasks.add(db, [task("T1")], PERSON)
    with closing(sqlite3.connect(lite.root / ".remit" / "remit.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match=r"the database 'remit\.db' stayed locked for 0\.05 s"):
            leases.claim(db, ONE)
        assert "pending" == tasks.get(db, "T1").status
        other.execute("ROLLBACK")

    assert "T1" == leases.claim(db, ONE).task


def first(statement: str, tx: Transaction) -> object:
    return tx.one(statement)


def test_a_full_disk_keeps_all_of_a_change_or_nothing(lite: World) -> None:
    db = lite.open()
    tasks.add(db, [task("T0")], PERSON)
    batch = [task(f"T1.{n}", "T0", files=(f"{n}.py",)) for n in range(100)]
    (pages,) = db.read(lambda tx: tx.one("PRAGMA page_count")) or (0,)
    refused = 0
    for room in range(60):
        # As if the disk ended so many pages from here: each size breaks another statement.
        limit = f"PRAGMA max_page_count = {pages + room}"
        db.read(partial(first, limit))
        try:
            tasks.add(db, batch, PERSON)
        except StoreRefused as caught:
            refused += caught.message == "cannot use the database 'remit.db': the disk is full"
            assert ["T0"] == [each.id for each in tasks.listed(db)]
        else:
            break

    assert (refused, 101) == (room, len(tasks.listed(db)))
    assert refused > 10
    assert checking.check(db).whole
    assert "T0" == leases.claim(db, ONE).task


def replace_by_copy(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


@pytest.mark.parametrize("change", [replace_by_copy, Path.unlink], ids=["replaced", "deleted"])
def test_a_file_that_went_away_under_a_running_process_is_not_written(
    lite: World, change: Callable[[Path], None]
) -> None:
    db = lite.open()
    tasks.add(db, [task("T1")], PERSON)
    change(lite.root / ".remit" / "remit.db")

    with pytest.raises(StoreRefused, match="its file was replaced or deleted while it was in use"):
        leases.claim(db, ONE)


def test_a_file_that_goes_away_in_the_midst_of_a_change_takes_no_change(lite: World) -> None:
    db = lite.open()
    tasks.add(db, [task("T1")], PERSON)
    path = lite.root / ".remit" / "remit.db"

    def work(tx: Transaction) -> None:
        tx.do("UPDATE task SET status = 'done'")
        path.rename(path.with_name("moved.db"))

    with pytest.raises(StoreRefused, match="replaced or deleted"):
        db.write(work)


def other_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE theirs (a)")
        other.commit()


NO_DATABASES: dict[str, tuple[Callable[[Path], object], str]] = {
    "other tables": (other_tables, "it holds something else than remit's tables"),
    "a text": (
        lambda path: path.write_text("no database at all, but long enough to look like one " * 40),
        "it is no SQLite database",
    ),
    "a folder": (Path.mkdir, "it cannot be opened"),
}


@pytest.mark.parametrize("name", NO_DATABASES)
def test_what_is_no_database_of_ours_is_left_alone(lite: World, name: str) -> None:
    make, reason = NO_DATABASES[name]
    path = lite.root / ".remit" / "remit.db"
    path.parent.mkdir()
    make(path)

    for attempt in (tasks.listed, lambda db: tasks.add(db, [task("T1")], PERSON)):
        with pytest.raises(StoreRefused, match=reason):
            attempt(lite.open())


def test_a_folder_that_cannot_be_made_is_named(lite: World) -> None:
    (lite.root / ".remit").write_text("a file where the folder should be")

    with pytest.raises(StoreRefused, match=r"cannot use the database 'remit\.db': (file exists|not a directory)"):
        tasks.add(lite.open(), [task("T1")], PERSON)


@pytest.mark.parametrize(
    ("scope", "index"),
    [
        (None, "task_ready"),
        (TaskScope("epic", "T1"), "task_ready_in_epic"),
        (TaskScope("subtree", "T1.1"), "task_ready_in_epic"),
    ],
    ids=["all", "epic", "subtree"],
)
def test_next_is_read_off_an_index_and_not_searched_for(lite: World, scope: TaskScope | None, index: str) -> None:
    db = lite.open()
    tasks.add(db, [task("T1"), task("T1.1")], PERSON)
    condition, values = tasks.within(scope)
    asked = f"SELECT id FROM task WHERE {ready.READY} AND {condition} ORDER BY {ready.PLACE} LIMIT 1"

    plan = [row[-1] for row in db.read(lambda tx: tx.all(f"EXPLAIN QUERY PLAN {asked}", *values))]

    assert 1 == len(plan), plan
    assert f"USING INDEX {index}" in plan[0].replace("COVERING ", "")


# PostgreSQL


def test_a_row_locked_for_long_is_a_clear_error_and_then_no_more(served: World) -> None:
    db = served.open(wait_seconds=0.2)
    tasks.add(db, [task("T1")], PERSON)
    with psycopg.connect(served.url or "") as other:
        other.execute("SELECT * FROM remit.task FOR UPDATE")
        with pytest.raises(StoreBusy, match=r"the database stayed locked for 0\.2 s"):
            leases.claim(db, ONE)
        other.rollback()

    assert "T1" == leases.claim(db, ONE).task


def test_a_server_that_was_restarted_is_connected_to_anew(served: World, server: Server) -> None:
    db = served.open()
    tasks.add(db, [task("T1")], PERSON)
    server.stop("fast")
    with pytest.raises(StoreRefused, match="cannot connect to the database server"):
        tasks.listed(served.open())
    server.start()

    assert ["T1"] == [each.id for each in tasks.listed(db)]
    server.stop("immediate")
    server.start()
    assert "T1" == leases.claim(db, ONE).task


def cut(url: str, tx: Transaction) -> None:
    """Ends the connection of a transaction from outside, and waits until it is ended."""
    ((process,),) = tx.all("SELECT pg_backend_pid()")
    with psycopg.connect(url, autocommit=True) as other:
        assert (True,) == other.execute("SELECT pg_terminate_backend(%s, 10000)", (process,)).fetchone()


def test_a_connection_that_breaks_before_the_change_is_kept_is_made_anew_once(served: World) -> None:
    db = served.open()
    tasks.add(db, [task("T1")], PERSON)
    calls: list[int] = []

    def work(tx: Transaction) -> None:
        calls.append(len(calls))
        if len(calls) == 1:
            cut(served.url or "", tx)
        tx.do("UPDATE task SET status = 'done'")

    db.write(work)
    assert (2, "done") == (len(calls), tasks.get(db, "T1").status)


def test_a_connection_that_breaks_again_is_a_clear_error(served: World) -> None:
    db = served.open()
    tasks.add(db, [task("T1")], PERSON)

    def work(tx: Transaction) -> None:
        cut(served.url or "", tx)
        tx.do("UPDATE task SET status = 'done'")

    with pytest.raises(StoreLost, match="nothing was changed"):
        db.write(work)
    assert "pending" == tasks.get(db, "T1").status


def test_a_connection_that_breaks_while_the_change_is_kept_says_that_it_may_be(served: World) -> None:
    db = served.open()
    tasks.add(db, [task("T1")], PERSON)

    with pytest.raises(StoreLost, match="while the change was being kept"):
        db.write(lambda tx: cut(served.url or "", tx))


def test_two_that_wait_for_each_other_both_get_through(served: World) -> None:
    tasks.add(served.open(), [task("T1"), task("T2")], PERSON)
    both = threading.Barrier(2)

    def change(first: str, second: str) -> None:
        tries: list[int] = []

        def work(tx: Transaction) -> None:
            tries.append(1)
            tx.do("UPDATE task SET size = ? WHERE id = ?", first, first)
            if len(tries) == 1:
                both.wait(30)
            tx.do("UPDATE task SET size = ? WHERE id = ?", first, second)

        with closing(open_store(served.root, served.url)) as db:
            db.write(work)

    with ThreadPoolExecutor(2) as pool:
        for future in (pool.submit(change, "T1", "T2"), pool.submit(change, "T2", "T1")):
            future.result(timeout=60)
    assert 1 == len({each.size for each in tasks.listed(served.open())})


def test_no_server_is_a_clear_error(tmp_path: Path) -> None:
    db = open_store(tmp_path, f"postgresql://remit@/postgres?host={tmp_path}", wait_seconds=2)

    with pytest.raises(StoreRefused, match="cannot connect to the database server"):
        notes.of(db, "T1")


def test_a_database_made_by_two_at_once_is_made_once(served: World) -> None:
    empty(served.url or "")
    both = threading.Barrier(4)

    def add(n: int) -> None:
        with closing(open_store(served.root, served.url)) as db:
            both.wait(30)
            tasks.add(db, [task(f"T{n}")], PERSON)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(4), timeout=60))
    assert 4 == len(tasks.listed(served.open()))
