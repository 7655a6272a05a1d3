"""Databases for the store's tests: one kind after the other, on a clock that the test sets; it must not know what is tested."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from remit.model.task import ListedFile, Task
from remit.store import Database, open_store
from remit.store.clock import Moment
from tests.contract.store_server import Server

KINDS = ("sqlite", "postgresql")
START = 1_767_225_600_000  # 2026-01-01T00:00:00Z


@dataclass(slots=True)
class SetClock:
    """Shows what it was set to: the wall's time can be moved alone, as somebody does who sets the machine's clock."""

    wall: int = START
    ticks: int = 1_000_000
    boot: str = "first"

    def __call__(self) -> Moment:
        return Moment(self.wall, self.ticks, self.boot)

    def advance(self, seconds: float) -> None:
        self.wall += round(seconds * 1000)
        self.ticks += round(seconds * 1000)

    def set_wall(self, seconds: float) -> None:
        self.wall += round(seconds * 1000)

    def restart(self) -> None:
        self.ticks, self.boot = 500, "second"


@dataclass(slots=True)
class World:
    """One empty database, which any number of openers share as processes would."""

    kind: str
    root: Path
    url: str | None
    clock: SetClock = field(default_factory=SetClock)
    opened: list[Database] = field(default_factory=list)

    def open(self, *, wait_seconds: float = 10.0) -> Database:
        return self._kept(open_store(self.root, self.url, clock=self.clock, wait_seconds=wait_seconds))

    def open_by_its_own_clock(self) -> Database:
        return self._kept(open_store(self.root, self.url))

    def _kept(self, db: Database) -> Database:
        self.opened.append(db)
        return db


@contextmanager
def world(kind: str, root: Path, server: Callable[[], Server]) -> Iterator[World]:
    url = None
    if kind == "postgresql":
        url = server().url
        empty(url)
    made = World(kind, root, url)
    try:
        yield made
    finally:
        for db in made.opened:
            db.close()


def empty(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS remit CASCADE")


def task(name: str, *depends: str, files: tuple[str, ...] = (), **others: object) -> Task:
    """A task with a title and little else."""
    listed = tuple(ListedFile(path) for path in files)
    return Task(name, f"Title of {name}", "## Objective\nDo it.\n", depends=depends, files=listed, **others)  # type: ignore[arg-type]
