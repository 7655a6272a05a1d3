"""What a run of the real command gave, and how it is held to a snapshot; it must not know any one command."""

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

import remit

COMMAND = Path(sys.executable).parent / "remit"
SNAPSHOTS = Path(__file__).parent / "snapshots"
UPDATE = "REMIT_UPDATE_SNAPSHOTS"


class Ran(NamedTuple):
    """The words and the folder of a run, and what came of it."""

    words: tuple[str | bytes, ...]
    cwd: Path
    code: int
    out: str
    err: str

    def must_match(self, name: str) -> None:
        """Holds the run to `snapshots/NAME.txt`; with REMIT_UPDATE_SNAPSHOTS=1 in the environment it is written."""
        path = SNAPSHOTS / f"{name}.txt"
        if os.environ.get(UPDATE) == "1":
            path.write_text(self._as_text(), encoding="utf-8")
        assert path.read_text(encoding="utf-8") == self._as_text()

    def _as_text(self) -> str:
        command = shlex.join(["remit", *map(os.fsdecode, self.words)])
        text = f"$ {command}\nexit {self.code}\n--- stdout\n{self.out}--- stderr\n{self.err}"
        return text.replace(str(self.cwd), "PROJECT").replace(remit.__version__, "VERSION")


class RunRemit(Protocol):
    """Runs the installed command in a folder of its own, with nothing of the caller's environment."""

    def __call__(
        self,
        *words: str | bytes,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Ran: ...


def environment(home: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """A minimal environment; only what measures coverage passes through."""
    measuring = {name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")}
    return {"HOME": str(home), "PATH": os.defpath, **measuring, **(extra or {})}
