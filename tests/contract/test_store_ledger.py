"""Every tampering with the ledger is found, with or without a checkpoint as far as that can be."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from remit.errors import FileRefused, StoreRefused
from remit.model.lease import PERSON, Holder
from remit.model.record import Checkpoint, LedgerReport
from remit.model.scope import TaskScope
from remit.store import Database, checking, leases, ledger, life, notes, sessions, tasks
from remit.store.database import Transaction
from tests.contract.store_server import Server, running_server
from tests.contract.store_worlds import KINDS, World, task, world

PROVES = ("E2",)

ONE = Holder("worker:one")
CHAIN = "task:T1"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as started:
        yield started


@pytest.fixture(params=KINDS)
def here(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    with world(request.param, tmp_path, lambda: request.getfixturevalue("server")) as made:
        yield made


@pytest.fixture
def db(here: World) -> Database:
    """T1 has five records, T2 one, and there is a session."""
    opened = here.open()
    tasks.add(opened, [task("T1"), task("T2")], PERSON)
    sessions.start(opened, "agent-0", TaskScope("epic", "T1"))
    leases.claim(opened, ONE, task="T1")
    notes.add(opened, ONE, "T1", "a note that says something")
    notes.add(opened, ONE, "T1", "another")
    life.complete(opened, ONE, "T1")
    return opened


def tamper(db: Database, *statements: str) -> None:
    def work(tx: Transaction) -> None:
        for statement in statements:
            tx.do(statement)

    db.write(work)


def forge(db: Database, chain: str, start: int) -> None:
    """Writes a chain anew from a record on, with hashes that fit, as whoever reads this source can."""

    def work(tx: Transaction) -> None:
        before = ""
        for record in ledger.records(tx, chain):
            body = record.body if record.number < start else record.body.replace("another", "something else")
            said = (record.at, record.actor, record.kind, body)
            before = ledger.link(before, chain, record.number, *said)
            tx.do(
                "UPDATE ledger SET body = ?, hash = ? WHERE chain = ? AND number = ?",
                body,
                before,
                chain,
                record.number,
            )
        tx.do("UPDATE chain SET head_hash = ? WHERE name = ?", before, chain)

    db.write(work)


def broken(report: LedgerReport) -> list[tuple[str, int, str]]:
    return [(each.chain, each.number, each.kind) for each in report.breaks]


TAMPERED: dict[str, tuple[tuple[str, ...], tuple[str, int, str]]] = {
    "a text edited": (
        ("UPDATE ledger SET body = replace(body, 'note', 'nota') WHERE chain = 'task:T1' AND number = 3",),
        (CHAIN, 3, "edited"),
    ),
    "a time edited": (
        ("UPDATE ledger SET at = '2020-01-01T00:00:00Z' WHERE chain = 'task:T2'",),
        ("task:T2", 1, "edited"),
    ),
    "an actor edited": (
        ("UPDATE ledger SET actor = 'other' WHERE chain = 'task:T1' AND number = 5",),
        (CHAIN, 5, "edited"),
    ),
    "a kind edited": (("UPDATE ledger SET kind = 'x' WHERE chain = 'task:T1' AND number = 1",), (CHAIN, 1, "edited")),
    "the head removed": (("DELETE FROM ledger WHERE chain = 'task:T1' AND number = 1",), (CHAIN, 1, "removed")),
    "the middle removed": (("DELETE FROM ledger WHERE chain = 'task:T1' AND number = 3",), (CHAIN, 3, "removed")),
    "the tail removed": (("DELETE FROM ledger WHERE chain = 'task:T1' AND number > 3",), (CHAIN, 4, "removed")),
    "removed and renumbered": (
        (
            "DELETE FROM ledger WHERE chain = 'task:T1' AND number = 3",
            "UPDATE ledger SET number = 3 WHERE chain = 'task:T1' AND number = 4",
            "UPDATE ledger SET number = 4 WHERE chain = 'task:T1' AND number = 5",
            "UPDATE chain SET length = 4 WHERE name = 'task:T1'",
        ),
        (CHAIN, 3, "edited"),
    ),
    "two reordered": (
        (
            "UPDATE ledger SET number = -1 WHERE chain = 'task:T1' AND number = 3",
            "UPDATE ledger SET number = 3 WHERE chain = 'task:T1' AND number = 4",
            "UPDATE ledger SET number = 4 WHERE chain = 'task:T1' AND number = -1",
        ),
        (CHAIN, 3, "edited"),
    ),
    "one moved to another chain": (
        ("UPDATE ledger SET chain = 'task:T2', number = 2 WHERE chain = 'task:T1' AND number = 5",),
        (CHAIN, 5, "removed"),
    ),
    "one put in": (
        (
            "INSERT INTO ledger SELECT chain, 6, at, actor, kind, body, hash FROM ledger WHERE chain = 'task:T1' AND number = 5",
        ),
        (CHAIN, 6, "edited"),
    ),
    "one put before all": (
        ("INSERT INTO ledger SELECT '', 0, at, actor, kind, body, hash FROM ledger WHERE chain = 'task:T2'",),
        ("", 1, "edited"),
    ),
    "a chain taken out whole": (
        ("DELETE FROM ledger WHERE chain = 'task:T2'", "DELETE FROM chain WHERE name = 'task:T2'"),
        ("task:T2", 1, "unrecorded"),
    ),
    "emptied": (("DELETE FROM ledger",), (CHAIN, 1, "removed")),
    "emptied with its ends": (("DELETE FROM ledger", "DELETE FROM chain"), (CHAIN, 1, "unrecorded")),
    "the end rewritten": (("UPDATE chain SET head_hash = 'x' WHERE name = 'task:T1'",), (CHAIN, 5, "rewritten")),
}


def test_an_empty_ledger_is_whole(here: World) -> None:
    report = checking.check(here.open())

    assert (0, 0, True) == (report.records, report.chains, report.whole)


def test_an_honest_ledger_is_whole_and_says_what_cannot_be_known(db: Database) -> None:
    alone = checking.check(db)
    held_against = checking.check(db, checking.take_checkpoint(db))

    assert (7, 3, True, False) == (alone.records, alone.chains, alone.whole, alone.against_checkpoint)
    assert "without a checkpoint" in alone.unknowable[0]
    assert (True, True) == (held_against.whole, held_against.against_checkpoint)
    assert "since the checkpoint of 2026-01-01T00:00:00Z" in held_against.unknowable[0]


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_found_at_its_place_without_a_checkpoint(db: Database, name: str) -> None:
    statements, expected = TAMPERED[name]
    tamper(db, *statements)

    report = checking.check(db)

    assert not report.whole
    assert expected in broken(report)


def test_a_rewritten_suffix_is_found_by_a_checkpoint_alone(db: Database) -> None:
    checkpoint = checking.take_checkpoint(db)
    forge(db, CHAIN, 4)

    assert checking.check(db).whole
    assert [(CHAIN, 5, "rewritten")] == broken(checking.check(db, checkpoint))


def test_a_tail_cut_off_with_its_traces_is_found_by_a_checkpoint_alone(db: Database) -> None:
    checkpoint = checking.take_checkpoint(db)
    tamper(
        db,
        "DELETE FROM ledger WHERE chain = 'task:T1' AND number > 3",
        "UPDATE chain SET length = 3, head_hash = (SELECT hash FROM ledger WHERE chain = 'task:T1' AND number = 3)"
        " WHERE name = 'task:T1'",
    )

    assert checking.check(db).whole
    assert [(CHAIN, 4, "removed")] == broken(checking.check(db, checkpoint))


def test_a_database_emptied_of_everything_is_found_by_a_checkpoint_alone(db: Database) -> None:
    checkpoint = checking.take_checkpoint(db)
    tamper(db, "DELETE FROM ledger", "DELETE FROM chain", "DELETE FROM task", "DELETE FROM session")

    assert checking.check(db).whole
    assert 3 == len(checking.check(db, checkpoint).breaks)


def test_a_ledger_that_went_on_still_fits_an_old_checkpoint(db: Database) -> None:
    checkpoint = checking.take_checkpoint(db)
    notes.add(db, PERSON, "T1", "later")
    tasks.add(db, [task("T3")], PERSON)

    assert checking.check(db, checkpoint).whole


def test_a_checkpoint_reads_back_as_it_was_written(db: Database) -> None:
    checkpoint = checking.take_checkpoint(db)

    assert checkpoint == checking.decode_checkpoint(checking.encode_checkpoint(checkpoint))


NO_CHECKPOINTS: dict[str, Callable[[str], str]] = {
    "empty": lambda _: "",
    "a list": lambda _: "[]",
    "of another version": lambda text: text.replace("checkpoint/1", "checkpoint/2"),
    "a length that is no number": lambda text: text.replace("[1,", '["1",'),
    "without heads": lambda text: text.replace('"heads"', '"tails"'),
    "cut off": lambda text: text[:-40],
}


@pytest.mark.parametrize("change", NO_CHECKPOINTS.values(), ids=NO_CHECKPOINTS)
def test_what_is_no_checkpoint_is_refused(db: Database, change: Callable[[str], str]) -> None:
    text = change(checking.encode_checkpoint(checking.take_checkpoint(db)))

    with pytest.raises(FileRefused, match="no checkpoint of a ledger"):
        checking.decode_checkpoint(text)


def test_a_longer_ledger_is_read_whole(db: Database) -> None:
    def work(tx: Transaction) -> None:
        for number in range(5000):
            ledger.append(tx, f"task:T{number % 7}", "task.noted", "person", {"text": f"note {number}"})

    db.write(work)
    report = checking.check(db)
    assert (5007, True) == (report.records, report.whole)

    tamper(db, "UPDATE ledger SET body = '{}' WHERE chain = 'task:T5' AND number = 700")
    assert [("task:T5", 700, "edited")] == broken(checking.check(db))


def test_both_databases_compute_one_hash(db: Database) -> None:
    body = ledger.history(db, CHAIN)[2]
    strange = "日本 \u200b“quotes” \t\n\\ % ? :"
    db.write(lambda tx: ledger.append(tx, "task:T2", "task.noted", strange, {"text": strange}))
    first, second = ledger.history(db, "task:T2")

    assert second.hash == ledger.link(first.hash, "task:T2", 2, second.at, strange, "task.noted", second.body)
    assert "note that says" in body.body


def alter(root: Path, statement: str) -> None:
    """Changes a SQLite file from outside."""
    with closing(sqlite3.connect(root / ".remit" / "remit.db", isolation_level=None)) as other:
        other.execute(statement)


@pytest.mark.parametrize(
    "change",
    [
        *("ledger SET body = x'ff00'", "ledger SET body = 7", "ledger SET body = CAST(body AS BLOB)"),
        *(
            "ledger SET number = 'x'",
            "ledger SET number = 1.5",
            "ledger SET number = x'00'",
            "ledger SET chain = x'00'",
        ),
        *("ledger SET hash = 0", "chain SET length = 'x'", "chain SET length = -1", "chain SET name = x'00'"),
    ],
)
def test_in_sqlite_a_value_of_another_kind_is_found(tmp_path: Path, change: str) -> None:
    with world("sqlite", tmp_path, lambda: pytest.fail("no server needed")) as here:
        db = here.open()
        tasks.add(db, [task("T1")], PERSON)
        checkpoint = checking.take_checkpoint(db)
        alter(tmp_path, f"UPDATE {change}")

        assert not checking.check(db).whole
        assert not checking.check(db, checkpoint).whole


def test_in_sqlite_a_text_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    with world("sqlite", tmp_path, lambda: pytest.fail("no server needed")) as here:
        db = here.open()
        tasks.add(db, [task("T1")], PERSON)
        alter(tmp_path, "UPDATE ledger SET body = CAST(x'ff' AS TEXT)")

        with pytest.raises(StoreRefused, match="it holds a text that is no UTF-8"):
            checking.check(db)


def test_each_text_of_the_last_record_counts_as_it_is_stored(tmp_path: Path) -> None:
    with world("sqlite", tmp_path, lambda: pytest.fail("no server needed")) as here:
        db = here.open()
        tasks.add(db, [task("T1"), task("T2")], PERSON)
        last = "rowid = (SELECT max(rowid) FROM ledger)"
        for column in ("chain", "at", "actor", "kind", "body"):
            alter(tmp_path, f"UPDATE ledger SET {column} = {column} || 'a' WHERE {last}")
            assert not checking.check(db).whole, column
            alter(tmp_path, f"UPDATE ledger SET {column} = substr({column}, 1, length({column}) - 1) WHERE {last}")
        assert checking.check(db).whole


def test_a_checkpoint_without_a_chain_is_no_alarm(db: Database) -> None:
    checkpoint = checking.take_checkpoint(db)
    less = replace(checkpoint, heads={CHAIN: checkpoint.heads[CHAIN]})

    assert checking.check(db, less).whole
    assert checking.check(db, Checkpoint("2026-01-01T00:00:00Z", {})).whole
