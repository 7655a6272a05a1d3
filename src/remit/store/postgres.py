"""The store's database on a PostgreSQL server; it must not know tasks, leases or the ledger.

Transactions are read committed and take their rows in FOR UPDATE, so that writers of different tasks do not wait for each other; where
two of them meet all the same, one is done again.
"""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import cache
from typing import cast

import psycopg
from psycopg import errors as sql_errors
from psycopg.conninfo import conninfo_to_dict

from remit.errors import RemitError, StoreBusy, StoreLost, StoreRefused
from remit.store.clock import Clock, Moment
from remit.store.database import Lock, Overtaken, Recorded, Row, T, Transaction, Value
from remit.store.schema import MIGRATIONS, steps

_CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_MIGRATING = 7300
_ATTEMPTS = 10
_REPEATABLE = (Overtaken, sql_errors.DeadlockDetected, sql_errors.SerializationFailure, sql_errors.UniqueViolation)


class PostgresTransaction:
    """Statements on one connection, whose owner says when they are kept."""

    for_update = " FOR UPDATE"
    skip_locked = " FOR UPDATE SKIP LOCKED"
    hashes = True

    def __init__(self, connection: psycopg.Connection, now: Callable[[], Moment]) -> None:
        self._connection = connection
        self._clock = now
        self._now: Moment | None = None

    @property
    def now(self) -> Moment:
        if self._now is None:
            self._now = self._clock()
        return self._now

    def one(self, sql: str, *values: Value) -> Row | None:
        return self._connection.execute(_spelled(sql), values).fetchone()

    def all(self, sql: str, *values: Value) -> list[Row]:
        return self._connection.execute(_spelled(sql), values).fetchall()

    def do(self, sql: str, *values: Value) -> None:
        self._connection.execute(_spelled(sql), values)

    def run(self, sql: str, *values: Value) -> int:
        return self._connection.execute(_spelled(sql), values).rowcount

    def many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_spelled(sql), rows)

    def insert(self, sql: str, key: str, *values: Value) -> int:
        row = self._connection.execute(_spelled(f"{sql} RETURNING {key}"), values).fetchone()
        assert row is not None
        return cast("int", row[0])


class PostgresDatabase:
    """One connection to one server, made when it is first needed and anew after it broke."""

    kind = "postgresql"

    def __init__(
        self,
        url: str,
        *,
        clock: Clock | None = None,
        wait_seconds: float = 10.0,
        migrations: tuple[str, ...] = MIGRATIONS,
    ) -> None:
        self._url = url
        self._clock = clock
        self._wait_seconds = wait_seconds
        self._migrations = migrations
        self._connection: psycopg.Connection | None = None

    def read(self, work: Callable[[Transaction], T]) -> T:
        reused = self._connection
        connection = self._open()
        try:
            return work(PostgresTransaction(connection, self._clock or _asking(connection)))
        except psycopg.Error as error:
            if connection is reused and connection.closed:
                return self.read(work)
            raise self._translated(error, connection) from error

    def snapshot(self, work: Callable[[Transaction], T]) -> T:
        return self._within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work)

    def write(self, work: Callable[[Transaction], T], lock: Lock | None = None) -> T:
        taken = f"pg_advisory_xact_lock{'_shared' if lock.shared else ''}({lock.number})::text" if lock else "NULL"
        for _ in range(_ATTEMPTS):
            try:
                return self._within("BEGIN", work, taken)
            except _REPEATABLE:
                continue
        raise StoreBusy(
            f"the database was changed by others each of {_ATTEMPTS} times that this change was tried",
            help="say the command again",
        )

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _within(self, begin: str, work: Callable[[Transaction], T], taken: str = "NULL") -> T:
        reused = self._connection
        connection = self._open()
        try:
            # One message and one answer. The lock before the clock: whoever had to wait for it is later.
            cursor = connection.execute(f"{begin}; SELECT {taken}, {_CLOCK}")
            cursor.nextset()
            transaction = PostgresTransaction(connection, self._clock or _read(cursor))
            try:
                return self._kept(connection, work(transaction))
            except Recorded as recorded:
                raise self._kept(connection, recorded.error) from None
        except _REPEATABLE:
            raise
        except psycopg.Error as error:
            if connection is reused and connection.closed:
                # It broke while nobody used it, or in the midst of a work that was not kept: either can be done again.
                return self._within(begin, work, taken)
            raise self._translated(error, connection) from error
        finally:
            if not connection.closed and connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                connection.rollback()

    def _kept(self, connection: psycopg.Connection, result: T) -> T:
        try:
            connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if connection.closed:
                raise StoreLost(
                    "the connection to the database broke while the change was being kept",
                    help="look at the task again before repeating the command: the change may have been kept",
                ) from error
            raise
        return result

    def _open(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            try:
                connection = self._connected()
            except psycopg.Error as error:
                raise StoreRefused(
                    f"cannot connect to the database server: {_first_line(error)}",
                    help="look at REMIT_DATABASE_URL and whether the server runs",
                ) from error
            with ExitStack() as undone:
                undone.callback(connection.close)
                try:
                    self._migrate(connection)
                except psycopg.Error as error:
                    raise self._translated(error, connection) from error
                undone.pop_all()
            self._connection = connection
        return self._connection

    def _connected(self) -> psycopg.Connection:
        options = str(conninfo_to_dict(self._url).get("options") or "")
        wait = int(self._wait_seconds * 1000)
        return psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=max(2, round(self._wait_seconds)),
            options=f"{options} -c search_path=remit -c lock_timeout={wait} -c client_min_messages=warning".strip(),
        )

    def _migrate(self, connection: psycopg.Connection) -> None:
        newest = len(self._migrations)
        if self._version(connection) == newest:
            return
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            connection.execute("CREATE SCHEMA IF NOT EXISTS remit")
            connection.execute("CREATE TABLE IF NOT EXISTS remit.schema_version (version INTEGER NOT NULL)")
            version = self._version(connection)
            for statement in steps(self._migrations, version, "postgresql"):
                connection.execute(statement)
            connection.execute("DELETE FROM remit.schema_version")
            connection.execute("INSERT INTO remit.schema_version VALUES (%s)", (newest,))

    def _version(self, connection: psycopg.Connection) -> int:
        (known,) = connection.execute("SELECT to_regclass('remit.schema_version')").fetchone() or (None,)
        if known is None:
            return 0
        row = connection.execute("SELECT version FROM remit.schema_version").fetchone()
        version = row[0] if row else 0
        if version > len(self._migrations):
            raise StoreRefused(
                f"cannot use the database: its schema is version {version}, expected at most {len(self._migrations)}",
                help="a newer remit wrote it: install that version, or name another database",
            )
        return cast("int", version)

    def _translated(self, error: psycopg.Error, connection: psycopg.Connection) -> RemitError | psycopg.Error:
        if isinstance(error, sql_errors.LockNotAvailable):
            return StoreBusy(
                f"the database stayed locked for {self._wait_seconds:g} s", help="end what holds it, or try again"
            )
        if connection.closed:
            self._connection = None
            return StoreLost("the connection to the database broke: nothing was changed", help="say the command again")
        # Out of resources, access denied, read-only: conditions of the server, not of the statement.
        if (error.sqlstate or "")[:2] in {"25", "28", "53", "54", "57", "58"} or error.sqlstate == "42501":
            return StoreRefused(f"cannot use the database: {_first_line(error)}", help="look at the server's log")
        return error


def _asking(connection: psycopg.Connection) -> Clock:
    """The server's clock, asked when it is wanted."""

    def now() -> Moment:
        return _read(connection.execute(f"SELECT {_CLOCK}"))()

    return now


def _read(cursor: psycopg.Cursor[Row]) -> Clock:
    """The server's clock as it was asked, the last column of a row."""

    def now() -> Moment:
        row = cursor.fetchone()
        assert row is not None
        return Moment(row[-1], row[-1])

    return now


@cache
def _spelled(sql: str) -> str:
    return sql.replace("?", "%s")


def _first_line(error: psycopg.Error) -> str:
    return str(error).strip().partition("\n")[0].lower() or "no reason given"
