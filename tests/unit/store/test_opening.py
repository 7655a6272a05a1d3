"""Which database a URL names; nothing is touched before it is used."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from remit.errors import StoreRefused
from remit.model.lease import PERSON
from remit.model.task import Task
from remit.store import open_store, tasks

PROVES = ("T3",)


def test_without_a_url_it_is_the_file_below_the_project(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as db:
        assert "sqlite" == db.kind
        assert [] == list(tmp_path.iterdir())
        tasks.add(db, [Task("T1", "a", "b")], PERSON)

    assert (tmp_path / ".remit" / "remit.db").is_file()


@pytest.mark.parametrize("absolute", [True, False])
def test_a_sqlite_url_names_a_file(tmp_path: Path, absolute: bool) -> None:
    path = f"/{tmp_path}/kept.db" if absolute else "kept.db"
    with closing(open_store(tmp_path, f"sqlite:///{path}")) as db:
        tasks.add(db, [Task("T1", "a", "b")], PERSON)

    assert (tmp_path / "kept.db").is_file()
    assert not (tmp_path / ".gitignore").exists()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_a_postgresql_url_names_a_server(tmp_path: Path, scheme: str) -> None:
    assert "postgresql" == open_store(tmp_path, f"{scheme}://somewhere/else").kind


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://user:secret@host/db", r"no database of a known kind: 'mysql://…'"),
        ("remit-secret.db", "no database: expected a URL"),
        ("sqlite://", r"no database of a known kind: 'sqlite://…'"),
        ("", "no database: expected a URL"),
    ],
)
def test_any_other_url_is_refused_without_being_shown(tmp_path: Path, url: str, said: str) -> None:
    with pytest.raises(StoreRefused, match=said) as caught:
        open_store(tmp_path, url)
    assert "secret" not in caught.value.message


def test_reading_the_next_task_loads_no_driver_and_no_event_loop() -> None:
    asked = "import remit.store.ready, sys; print(*sorted({'psycopg', 'asyncio', 'subprocess', 'socket'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", asked],
        # Nothing of the caller's: what measures coverage would be loaded too.
        env={"HOME": os.devnull, "PATH": os.defpath},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    assert "" == done.stdout.strip()
