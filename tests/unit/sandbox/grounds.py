"""Places where a confined command is tried, by whoever runs the tests and by an ordinary user; it must not know what is tried."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from remit.process import Ended, run
from remit.sandbox import launcher, probe

SECONDS = 20.0
NOBODY = 65534

STATE = probe()
WHY_NOT = f"the kernel confines nothing here: {STATE.why}"


@dataclass(frozen=True, slots=True)
class Ground:
    """A folder `in` that is granted, a folder `out` that is not, and the words that make a command another user's."""

    folder: Path
    switch: tuple[str, ...]
    python: str
    script: Path

    @property
    def granted(self) -> Path:
        return self.folder / "in"

    @property
    def outside(self) -> Path:
        return self.folder / "out"

    def launched(self, *arguments: str, timeout_seconds: float = SECONDS, stdin: bytes | None = None) -> Ended:
        return run(
            (*self.switch, self.python, "-I", "-S", str(self.script), *arguments),
            cwd=self.folder,
            env={"PATH": os.defpath, "HOME": str(self.granted), "TMPDIR": str(self.granted)},
            stdin=stdin,
            timeout_seconds=timeout_seconds,
            output_limit_bytes=2**20,
        )

    def confined(self, *command: str) -> Ended:
        return self.launched("--write", str(self.granted), "--", *command)

    def shell(self, line: str) -> Ended:
        return self.confined("sh", "-c", line)


def users() -> list[str]:
    return ["self", "ordinary"] if os.geteuid() == 0 and shutil.which("setpriv") else ["self"]


@contextmanager
def ground(user: str) -> Iterator[Ground]:
    folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="remit-ground-")))
    try:
        for name in ("in", "out"):
            (folder / name).mkdir()
        script = folder / "launcher.py"
        shutil.copyfile(launcher.__file__, script)
        switch: tuple[str, ...] = ()
        if user == "ordinary":
            switch = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all", "--")
            folder.chmod(0o755)
            for path in (folder, folder / "in", folder / "out"):
                os.chown(path, NOBODY, NOBODY)
        yield Ground(folder, switch, _python(switch), script)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _python(switch: tuple[str, ...]) -> str:
    """A Python that this user may start: that of the tests may lie in somebody's home."""
    for each in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        if Path(each).exists():
            # Through a shell, since who changes the user may still start what the user may not.
            words = [*switch, "sh", "-c", 'exec "$0" -I -S -c "import ctypes"', each]
            tried = subprocess.run(words, capture_output=True, check=False)
            if tried.returncode == 0:
                return each
    raise FileNotFoundError("no Python that an ordinary user may start")
