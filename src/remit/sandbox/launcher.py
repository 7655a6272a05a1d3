"""Run one command where the kernel lets it write only what was granted, and end all that it started; it must not know why.

A script for any Python, isolated from its environment: it imports the standard library alone. It stays beside the
command, takes in what the command leaves behind, and ends it all, whatever session or group it moved to; it does the same
when its own parent dies. What it cannot do as asked it does not do at all.
"""

import ctypes
import os
import signal
import stat
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

USAGE = "usage: launcher.py (--write PATH ... | --anywhere) -- COMMAND ..."
# The first of Landlock's versions that also refuses to cut a file short.
OLDEST_ABI = 3

REFUSED = 125
NOT_EXECUTABLE = 126
NOT_FOUND = 127
BY_SIGNAL = 128

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION, _RULE_PATH_BENEATH = 1, 1
_PARENT_DEATH_SIGNAL, _CHILD_SUBREAPER, _NO_NEW_PRIVILEGES = 1, 36, 38

# Bits of linux/landlock.h: what is done to a file itself, and to the entries of a folder.
_WRITE_FILE, _TRUNCATE, _IOCTL_DEVICE = 1 << 1, 1 << 14, 1 << 15
_ENTRIES = sum(1 << bit for bit in range(4, 14))
_SCOPED = 0b11  # abstract sockets and signals, each to the command's own
_IOCTL_SINCE, _SCOPED_SINCE, _NETWORK_SINCE = 5, 6, 4

_DEVICES = ("/dev/null", "/dev/zero", "/dev/full")
_END_SECONDS = 10.0
_STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# Python ignores these, and what is ignored stays so in a program that is started.
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)


class Refused(Exception):
    """What was asked for cannot be done, in words for a person."""


class _Stopped(Exception):
    """Somebody wants an end."""


def main(arguments: list[str]) -> int:
    try:
        granted, command = _read(arguments)
        ruleset = None if granted is None else _ruleset(granted)
    except (OSError, Refused) as reason:
        sys.stderr.write(f"remit: cannot confine the command: {reason}\n")
        return REFUSED
    return _keep(command, ruleset)


def landlock_abi() -> int:
    """The version of Landlock that this kernel speaks; 0 where it has none, or does not use it."""
    if sys.platform != "linux":
        return 0
    with suppress(OSError):
        return _syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(_ASK_VERSION))
    return 0


def open_plainly(path: str) -> int:
    """A descriptor that stands for an absolute path, no part of which is a symbolic link."""
    if not path.startswith("/"):
        raise Refused(f"'{path}' is relative, expected an absolute path")
    descriptor = os.open("/", os.O_PATH | os.O_CLOEXEC)
    for part in path.split("/"):
        if part == "..":
            raise Refused(f"'{path}' leads upward, expected a plain path")
        if part not in {"", "."}:
            inner = os.open(part, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
            if stat.S_ISLNK(os.fstat(descriptor).st_mode):
                raise Refused(f"'{part}' in '{path}' is a symbolic link, expected what it leads to")
    return descriptor


def _read(arguments: list[str]) -> tuple[list[str] | None, list[str]]:
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    options, command = arguments[:cut], arguments[cut + 1 :]
    if command and options == ["--anywhere"]:
        return None, command
    if not command or len(options) % 2 or any(word != "--write" for word in options[::2]):
        raise Refused(USAGE)
    return options[1::2], command


def _ruleset(granted: list[str]) -> int:
    abi = landlock_abi()
    if abi < OLDEST_ABI:
        raise Refused(f"this kernel has Landlock {abi}, expected {OLDEST_ABI} or newer" if abi else "no Landlock here")
    own = _WRITE_FILE | _TRUNCATE | (_IOCTL_DEVICE if abi >= _IOCTL_SINCE else 0)
    handled = own | _ENTRIES
    attributes = struct.pack("=QQQ", handled, 0, _SCOPED if abi >= _SCOPED_SINCE else 0)
    # An older kernel takes no more than it knows of.
    size = 24 if abi >= _SCOPED_SINCE else 16 if abi >= _NETWORK_SINCE else 8
    ruleset = _syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), ctypes.c_uint(0))
    for path in (*granted, *filter(os.path.exists, _DEVICES)):
        descriptor = open_plainly(path)
        rights = handled if stat.S_ISDIR(os.fstat(descriptor).st_mode) else own
        rule = struct.pack("=Qi", rights, descriptor)
        _syscall(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_RULE_PATH_BENEATH), rule, ctypes.c_uint(0))
        os.close(descriptor)
    return ruleset


def _keep(command: list[str], ruleset: int | None) -> int:
    _control(_CHILD_SUBREAPER, 1)
    _control(_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    child = 0
    try:
        for number in _STOPPING:
            signal.signal(number, _stop)
        child = os.fork()
        if child == 0:
            _become(command, ruleset)
        _let_go_of_streams()
        return _code_of(child)
    except _Stopped:
        return BY_SIGNAL + signal.SIGTERM
    finally:
        _ignore_stops()
        _end_all(child)


def _stop(number: int, _frame: FrameType | None) -> None:
    # The first one counts: another must not interrupt the ending.
    if signal.getsignal(number) is _stop:
        _ignore_stops()
        raise _Stopped


def _ignore_stops() -> None:
    for number in _STOPPING:
        signal.signal(number, signal.SIG_IGN)


def _become(command: list[str], ruleset: int | None) -> NoReturn:
    try:
        os.setsid()
        _control(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        for number in (*_STOPPING, *_IGNORED_BY_PYTHON):
            signal.signal(number, signal.SIG_DFL)
        if ruleset is not None:
            _control(_NO_NEW_PRIVILEGES, 1)
            _syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint(0))
    except OSError as error:
        sys.stderr.write(f"remit: cannot confine the command: {error}\n")
        sys.stderr.flush()
        os._exit(REFUSED)
    try:
        os.execvp(command[0], command)  # noqa: S606
    except OSError as error:
        sys.stderr.write(f"remit: cannot start '{command[0]}': {error.strerror}\n")
        sys.stderr.flush()
        os._exit(NOT_FOUND if isinstance(error, FileNotFoundError) else NOT_EXECUTABLE)


def _let_go_of_streams() -> None:
    """So that whoever feeds or hears the command learns when it closes a stream, though this process stays."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)


def _code_of(child: int) -> int:
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else BY_SIGNAL - code


def _end_all(child: int) -> None:
    """Kill every child, and so that of every child, until there is none: each generation comes here in its turn."""
    deadline = time.monotonic() + _END_SECONDS
    with suppress(ChildProcessError):
        while time.monotonic() < deadline:
            for pid in _children(child):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.002)


def _children(child: int) -> Iterator[int]:
    if sys.platform != "linux":
        yield from (-child, child) if child else ()
        return
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(entry.read_bytes().rpartition(b")")[2].split()[1]) == os.getpid():
                yield int(entry.parent.name)


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        _checked(ctypes.CDLL(None, use_errno=True).prctl(option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3))


def _syscall(number: int, *arguments: object) -> int:
    return _checked(ctypes.CDLL(None, use_errno=True).syscall(ctypes.c_long(number), *arguments))


def _checked(result: object) -> int:
    assert isinstance(result, int)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
