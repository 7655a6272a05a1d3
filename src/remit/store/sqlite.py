"""The store's database in one SQLite file; it must not know tasks, leases or the ledger.

Commits are synchronous (FULL): a fencing token that a power failure took back would be given out twice. The price is one flush of the
log for each change, a fraction of what starting the command costs.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import cast

from remit.errors import StoreBusy, StoreRefused
from remit.store.clock import Clock, Moment, machine_clock
from remit.store.database import Lock, Recorded, Row, T, Transaction, Value
from remit.store.schema import MIGRATIONS, steps

_APPLICATION = 0x52656D74  # "Remt", by which a file says whose it is
_REASONS = {
    sqlite3.SQLITE_FULL: ("the disk is full", "make room and say the command again: nothing of it was kept"),
    sqlite3.SQLITE_READONLY: ("it cannot be written", "allow yourself to write the file and its folder"),
    sqlite3.SQLITE_CANTOPEN: ("it cannot be opened", "allow yourself to write its folder, or name another database"),
    sqlite3.SQLITE_PERM: ("permission denied", "allow yourself to write the file and its folder"),
    sqlite3.SQLITE_IOERR: ("the disk failed to read or write", "look at the disk and its room: nothing was kept"),
    sqlite3.SQLITE_CORRUPT: ("it is damaged", "restore it from a copy, or move it away to begin anew"),
    sqlite3.SQLITE_NOTADB: ("it is no SQLite database", "move the file away, or name another database"),
}


class SqliteTransaction:
    """Statements on one connection, which says when they are kept."""

    # SQLite has one writer at a time: whoever writes has every row to itself.
    for_update = ""
    skip_locked = ""
    hashes = False

    def __init__(self, connection: sqlite3.Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock
        self._now: Moment | None = None

    @property
    def now(self) -> Moment:
        if self._now is None:
            self._now = self._clock()
        return self._now

    def one(self, sql: str, *values: Value) -> Row | None:
        return cast("Row | None", self._connection.execute(sql, values).fetchone())

    def all(self, sql: str, *values: Value) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()

    def do(self, sql: str, *values: Value) -> None:
        self._connection.execute(sql, values)

    def run(self, sql: str, *values: Value) -> int:
        return self._connection.execute(sql, values).rowcount

    def many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        self._connection.executemany(sql, rows)

    def insert(self, sql: str, key: str, *values: Value) -> int:  # noqa: ARG002
        return cast("int", self._connection.execute(sql, values).lastrowid)


class SqliteDatabase:
    """One file, made when something is to be written; until then it reads as empty."""

    kind = "sqlite"

    def __init__(
        self,
        path: Path,
        *,
        clock: Clock = machine_clock,
        wait_seconds: float = 10.0,
        migrations: tuple[str, ...] = MIGRATIONS,
    ) -> None:
        self._path = path
        self._clock = clock
        self._wait_seconds = wait_seconds
        self._migrations = migrations
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None

    def read(self, work: Callable[[Transaction], T]) -> T:
        try:
            return work(SqliteTransaction(self._open(to_write=False), self._clock))
        except sqlite3.Error as error:
            raise self._translated(error) from error

    def snapshot(self, work: Callable[[Transaction], T]) -> T:
        return self._within("BEGIN", self._open_translated(to_write=False), work)

    def write(self, work: Callable[[Transaction], T], lock: Lock | None = None) -> T:  # noqa: ARG002
        return self._within("BEGIN IMMEDIATE", self._open_translated(to_write=True), work)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _within(self, begin: str, connection: sqlite3.Connection, work: Callable[[Transaction], T]) -> T:
        try:
            connection.execute(begin)
            try:
                return self._kept(connection, work(SqliteTransaction(connection, self._clock)))
            except Recorded as recorded:
                raise self._kept(connection, recorded.error) from None
        except sqlite3.Error as error:
            raise self._translated(error) from error
        finally:
            if connection.in_transaction:
                # After a full disk SQLite may have rolled back by itself.
                with suppress(sqlite3.OperationalError):
                    connection.execute("ROLLBACK")
            if connection is not self._connection:
                connection.close()

    def _kept(self, connection: sqlite3.Connection, result: T) -> T:
        self._must_be_the_same_file()
        connection.execute("COMMIT")
        return result

    def _open_translated(self, *, to_write: bool) -> sqlite3.Connection:
        try:
            return self._open(to_write=to_write)
        except sqlite3.Error as error:
            raise self._translated(error) from error

    def _open(self, *, to_write: bool) -> sqlite3.Connection:
        if self._connection is not None:
            if self._identity is not None:
                connection = self._connection
                try:
                    self._must_be_the_same_file()
                except StoreRefused:
                    connection.close()
                    raise
                return connection
            if not (to_write or self._path.exists()):
                return self._connection
            self.close()
        if not self._path.exists():
            if not to_write:
                self._connection = self._connected(":memory:")
                self._migrate(self._connection)
                return self._connection
            self._make()
        connection = self._connected(str(self._path))
        with ExitStack() as undone:
            undone.callback(connection.close)
            self._migrate(connection)
            undone.pop_all()
        self._connection = connection
        self._identity = _identity(self._path)
        return connection

    def _connected(self, name: str) -> sqlite3.Connection:
        connection = sqlite3.connect(name, timeout=self._wait_seconds, isolation_level=None, cached_statements=256)
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _make(self) -> None:
        """Makes the database under another name and links it into place, so that nobody ever meets a half-made one."""
        folder = self._path.parent
        draft = folder / f"{self._path.name}-{os.getpid()}-{os.urandom(6).hex()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if folder.name == ".remit" and not (folder / ".gitignore").exists():
                (folder / ".gitignore").write_text("*\n", encoding="utf-8")
            try:
                with closing(self._connected(str(draft))) as connection:
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._migrate(connection)
                # Another process may have made it in the meantime: then its database is the one.
                with suppress(FileExistsError):
                    self._path.hardlink_to(draft)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            reason = (error.strerror or "it cannot be made").lower()
            raise self._refused(reason, "allow yourself to write its folder") from error

    def _migrate(self, connection: sqlite3.Connection) -> None:
        newest = len(self._migrations)
        version = self._version(connection)
        if version == newest:
            return
        if version > newest:
            raise self._refused(
                f"its schema is version {version}, expected at most {newest}",
                "a newer remit wrote it: install that version, or name another database",
            )
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in steps(self._migrations, self._version(connection), "sqlite"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {newest}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _version(self, connection: sqlite3.Connection) -> int:
        version = cast("int", connection.execute("PRAGMA user_version").fetchone()[0])
        if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables or version:
                raise self._refused("it holds something else than remit's tables", "name another file")
        return version

    def _must_be_the_same_file(self) -> None:
        if self._identity is not None and _identity(self._path) != self._identity:
            # Forgotten here and closed by whoever uses it; the next command opens what stands there then.
            self._connection = self._identity = None
            raise self._refused(
                "its file was replaced or deleted while it was in use", "nothing was written; say the command again"
            )

    def _translated(self, error: sqlite3.Error) -> Exception:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return StoreBusy(
                f"the database '{self._path.name}' stayed locked for {self._wait_seconds:g} s",
                help="end what holds it, or try again",
            )
        if code in _REASONS:
            return self._refused(*_REASONS[code])
        if "decode to UTF-8" in str(error):
            # Said by Python's own reading of a value, so it has no code.
            return self._refused("it holds a text that is no UTF-8", "something else than remit wrote into it")
        return error

    def _refused(self, reason: str, help: str) -> StoreRefused:
        return StoreRefused(f"cannot use the database '{self._path.name}': {reason}", help=help)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - asked before every statement: half the cost of Path.stat
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
