"""What the store asks of a database: statements, transactions, locks, the time; it must not know tasks or which database it is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from remit.errors import RemitError
from remit.store.clock import Moment

T = TypeVar("T")
Value = str | int | None
Row = tuple[Any, ...]


class Transaction(Protocol):
    """Statements that hold or fall together. Parameters are written as question marks."""

    @property
    def now(self) -> Moment: ...

    @property
    def for_update(self) -> str:
        """What ends a SELECT whose rows are to be changed."""
        ...

    @property
    def skip_locked(self) -> str:
        """The same, passing over the rows that another transaction is changing."""
        ...

    @property
    def hashes(self) -> bool:
        """Whether the database computes SHA-256 itself."""
        ...

    def one(self, sql: str, *values: Value) -> Row | None: ...

    def all(self, sql: str, *values: Value) -> list[Row]: ...

    def do(self, sql: str, *values: Value) -> None: ...

    def run(self, sql: str, *values: Value) -> int:
        """Changes rows, and says how many."""
        ...

    def many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None: ...

    def insert(self, sql: str, key: str, *values: Value) -> int:
        """The value that the database gave to the key of one inserted row."""
        ...


@dataclass(frozen=True, slots=True)
class Lock:
    """What a transaction takes before its first statement, where writers can meet: alone, or with others who share it."""

    number: int
    shared: bool = False


CLAIMS = Lock(7301, shared=True)
CLAIMS_ALONE = Lock(7301)
GRAPH = Lock(7302)


class Database(Protocol):
    """One database, for one thread. A work is a function that does nothing but ask its transaction: it may be done again."""

    @property
    def kind(self) -> str: ...

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Each statement sees the newest state."""
        ...

    def snapshot(self, work: Callable[[Transaction], T]) -> T:
        """All statements see one state."""
        ...

    def write(self, work: Callable[[Transaction], T], lock: Lock | None = None) -> T:
        """All is kept, or nothing; where the work raises `Recorded`, what it did is kept and its error raised."""
        ...

    def close(self) -> None: ...


class Recorded(Exception):
    """A refusal whose record outlives it."""

    def __init__(self, error: RemitError) -> None:
        super().__init__(error)
        self.error = error


class Overtaken(Exception):
    """Another transaction was quicker: what was read no longer stands, and the work is to be done again."""
