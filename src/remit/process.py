"""Start one child, bound it in time and output, and end it with all that it started; it must not know what it is for.

A child is ended with its process group and, on Linux, with every descendant that its parents still lead to, whatever
session it moved to. One whose parents are gone already is out of reach, unless the child itself adopts such orphans.
"""

import hashlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from remit.errors import ProgramMissing

_CHUNK = 2**16
# How long a wait may last before the child itself is looked at: what it started can hold its pipes open after its end.
_LOOK_SECONDS = 0.05
# What is still on its way when the child has ended, and how long a killed one may take to be gone.
_DRAIN_SECONDS = 1.0
_KILL_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Output:
    """What one stream brought: its beginning and, where it was longer than the limit, its end, with what lay between."""

    head: bytes = b""
    tail: bytes = b""
    dropped: int = 0

    @property
    def kept(self) -> bytes:
        return self.head + self.tail


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended; without an exit code where a signal or the clock ended it.

    The digest is SHA-256 over the digests of both streams, each taken of everything that came, kept or dropped.
    """

    exit_code: int | None
    stdout: Output
    stderr: Output
    timed_out: bool
    seconds: float
    digest: str


@dataclass(slots=True)
class _Capture:
    """One stream as it comes in: half of what is kept is its beginning, half its end."""

    limit: int
    head: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    size: int = 0
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)

    def take(self, chunk: bytes) -> None:
        self.digest.update(chunk)
        self.size += len(chunk)
        room = (self.limit + 1) // 2 - len(self.head)
        self.head += chunk[:room]
        self.tail += chunk[room:]
        # Cut now and then, so that a long stream costs no more than its own length.
        if len(self.tail) > self.limit + _CHUNK:
            self._cut()

    def output(self) -> Output:
        self._cut()
        return Output(bytes(self.head), bytes(self.tail), self.size - len(self.head) - len(self.tail))

    def _cut(self) -> None:
        del self.tail[: max(len(self.tail) - self.limit // 2, 0)]


def run(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    stdin: bytes | None = None,
    timeout_seconds: float,
    output_limit_bytes: int,
) -> Ended:
    """Run one program, with this environment and no other, in a session of its own, to its end or to the timeout.

    Each stream is kept up to the limit. However this returns, nothing of the child's group is left running.
    """
    started = time.monotonic()
    streams = (_Capture(output_limit_bytes), _Capture(output_limit_bytes))
    child = _start(argv, cwd, env, feeds=stdin is not None)
    try:
        timed_out = not _converse(child, stdin or b"", streams, started + timeout_seconds)
    finally:
        _end(child)
    code = child.returncode
    return Ended(
        exit_code=None if timed_out or code is None or code < 0 else code,
        stdout=streams[0].output(),
        stderr=streams[1].output(),
        timed_out=timed_out,
        seconds=time.monotonic() - started,
        digest=hashlib.sha256(b"".join(stream.digest.digest() for stream in streams)).hexdigest(),
    )


def _start(argv: Sequence[str], cwd: Path, env: Mapping[str, str], *, feeds: bool) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            argv,
            cwd=cwd,
            env=env,
            bufsize=0,
            stdin=subprocess.PIPE if feeds else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        if str(error.filename) == str(cwd):
            raise ProgramMissing(
                f"cannot start '{argv[0]}' in '{cwd}': {_reason(error)}", help="name a folder that can be entered"
            ) from error
        raise ProgramMissing(
            f"cannot start '{argv[0]}': {_reason(error)}", help="install it, or put its folder on PATH"
        ) from error


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else "the system gives no reason"


def _converse(
    child: subprocess.Popen[bytes], stdin: bytes, streams: tuple[_Capture, _Capture], deadline: float
) -> bool:
    """Feed and hear the child until it has ended and said everything; False where the deadline comes first."""
    rest = memoryview(stdin)
    ended_at: float | None = None
    with selectors.DefaultSelector() as selector:
        assert child.stdout is not None
        assert child.stderr is not None
        selector.register(child.stdout, selectors.EVENT_READ, (child.stdout, streams[0]))
        selector.register(child.stderr, selectors.EVENT_READ, (child.stderr, streams[1]))
        if child.stdin is not None:
            os.set_blocking(child.stdin.fileno(), False)
            selector.register(child.stdin, selectors.EVENT_WRITE, (child.stdin, None))
        while selector.get_map():
            now = time.monotonic()
            if ended_at is None and _has_ended(child):
                ended_at = now
                # What the child left running in its group would keep the pipes open.
                _signal_group(child, signal.SIGKILL)
            if ended_at is not None and now >= ended_at + _DRAIN_SECONDS:
                return True
            if ended_at is None and now >= deadline:
                return False
            left = _LOOK_SECONDS if ended_at is not None else deadline - now
            for key, _ in selector.select(min(_LOOK_SECONDS, left)):
                stream, capture = key.data
                if capture is None:
                    rest = _fed(key.fd, rest)
                    goes_on = bool(rest)
                else:
                    chunk = os.read(key.fd, _CHUNK)
                    capture.take(chunk)
                    goes_on = bool(chunk)
                if not goes_on:
                    selector.unregister(stream)
                    _close(stream)
    return _await_end(child, deadline)


def _fed(descriptor: int, rest: memoryview) -> memoryview:
    """What is left to be written; nothing where the child takes no more."""
    try:
        return rest[os.write(descriptor, rest[:_CHUNK]) :]
    except BlockingIOError:
        return rest
    except BrokenPipeError:
        return rest[:0]


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    if sys.platform != "linux":
        return child.poll() is not None
    # Looked at without taking it away: until then nothing else can get its number, nor that of its group.
    return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _await_end(child: subprocess.Popen[bytes], deadline: float) -> bool:
    pause = 0.0005
    while not _has_ended(child):
        if (left := deadline - time.monotonic()) <= 0:
            return False
        time.sleep(min(pause, left))
        pause = min(2 * pause, _LOOK_SECONDS)
    return True


def _end(child: subprocess.Popen[bytes]) -> None:
    """Leave nothing of the child: no process, no zombie, no pipe."""
    if child.returncode is None and not _has_ended(child):
        _kill_below(child.pid)
    _signal_group(child, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        child.wait(_KILL_SECONDS)
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream is not None:
            _close(stream)


def _kill_below(root: int) -> None:
    """Stop a process, and kill whatever descends from it; stopped ones start no others, and none loses its parent."""
    deadline = time.monotonic() + _KILL_SECONDS
    _signal(root, signal.SIGSTOP)
    while (found := _descendants(root)) and time.monotonic() < deadline:
        stopped: set[int] = set()
        while (fresh := found - stopped) and time.monotonic() < deadline:
            _signal_all(fresh, signal.SIGSTOP)
            stopped |= fresh
            found = _descendants(root)
        _signal_all(stopped, signal.SIGKILL)


def _descendants(root: int) -> set[int]:
    """Every living process below another, where the system lists them."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        # A process may end while it is read of.
        with suppress(OSError):
            state, parent = entry.read_bytes().rpartition(b")")[2].split()[:2]
            if state not in {b"Z", b"X"}:
                children.setdefault(int(parent), []).append(int(entry.parent.name))
    found: set[int] = set()
    below = [root]
    while below:
        fresh = [pid for pid in children.get(below.pop(), []) if pid not in found]
        found.update(fresh)
        below += fresh
    return found


def _signal_group(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    # A group of zombies alone may not be signalled on macOS.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, number)


def _signal_all(pids: Iterable[int], number: signal.Signals) -> None:
    for pid in pids:
        _signal(pid, number)


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _close(stream: IO[bytes]) -> None:
    with suppress(BrokenPipeError):
        stream.close()
