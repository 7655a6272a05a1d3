"""Which database a project's store stands in; it must not know what is kept there."""

from importlib import import_module
from pathlib import Path
from typing import cast

from remit.errors import StoreRefused
from remit.store.clock import Clock, machine_clock
from remit.store.database import Database
from remit.store.sqlite import SqliteDatabase

DEFAULT_PATH = Path(".remit") / "remit.db"


def open_store(
    root: Path, url: str | None = None, *, clock: Clock | None = None, wait_seconds: float = 10.0
) -> Database:
    """The database that a URL names, else the file below a project's root; nothing is touched before it is used."""
    if url is None:
        return SqliteDatabase(root / DEFAULT_PATH, clock=clock or machine_clock, wait_seconds=wait_seconds)
    scheme, separator, rest = url.partition("://")
    if separator and scheme in {"postgresql", "postgres"}:
        try:
            # Its driver costs more than a whole command on SQLite: loaded for those who use it.
            module = import_module("remit.store.postgres")
        except ModuleNotFoundError as error:
            raise StoreRefused(
                f"cannot use a PostgreSQL database: '{error.name}' is not installed",
                help="pip install 'remit[postgresql]'",
            ) from None
        return cast("Database", module.PostgresDatabase(url, clock=clock, wait_seconds=wait_seconds))
    if separator and scheme == "sqlite" and rest.strip("/"):
        # As elsewhere: three slashes and a relative path, or four and an absolute one.
        path = Path(rest.removeprefix("/"))
        return SqliteDatabase(root / path, clock=clock or machine_clock, wait_seconds=wait_seconds)
    raise StoreRefused(
        f"no database of a known kind: '{scheme}://…'" if separator else "no database: expected a URL",
        help="REMIT_DATABASE_URL is postgresql://… or sqlite:///FILE",
    )
