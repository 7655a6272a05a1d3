"""Read and replace files that may be anything, below a root or as a person names them; it must not know their use."""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from remit.errors import FileRefused

LIMIT = 16 * 2**20

_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
# Without waiting: opening a named pipe for reading otherwise lasts until somebody writes.
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_CHUNK = 2**20
_STDIN = 0
_HELP_KIND = "name a regular file; what comes out of a pipe goes in as '-', standard input"

# Where the system's own words do not say what to look at.
_REASONS = {
    errno.ENOENT: "there is no such file",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.ELOOP: "its symbolic links go round in a circle",
    errno.EMLINK: "a part of its path is a symbolic link, and none is followed here",
    errno.EACCES: "permission denied",
}
_HELP = {
    errno.ENOENT: "look for a slip in its name",
    errno.ELOOP: "mend or delete the links",
    errno.EMLINK: "put the file itself where the link stands",
    errno.EACCES: "allow yourself to read it, or name another",
}


def project_root(start: Path) -> Path:
    """The nearest folder from here upward that git knows as a root; where there is none, the start itself."""
    return next((folder for folder in (start, *start.parents) if os.path.lexists(folder / ".git")), start)


def read_text(name: str | Path, *, limit: int = LIMIT) -> str:
    """A regular UTF-8 file, whole; the string `-` is standard input, a link to a file is followed."""
    return _decoded(read_bytes(name, limit=limit), name)


def read_bytes(name: str | Path, *, limit: int = LIMIT) -> bytes:
    """A regular file, whole; the string `-` is standard input, a link to a file is followed."""
    with _refusing(name):
        if name == "-":
            return _whole(_STDIN, name, limit)
        # Looked at before it is opened: to open some devices, or the end of a pipe, is to do something to them.
        _must_be_regular(Path(name).stat(), name)
        descriptor = os.open(name, _READ)
        try:
            _must_be_regular(os.fstat(descriptor), name)
            return _whole(descriptor, name, limit)
        finally:
            os.close(descriptor)


def read_text_beneath(root: Path, relative: str, *, limit: int = LIMIT) -> str:
    """A regular UTF-8 file below a root, reached without following any link below it."""
    with beneath(root, relative) as descriptor:
        return _decoded(_whole(descriptor, relative, limit), relative)


@contextmanager
def beneath(root: Path, relative: str) -> Iterator[int]:
    """The descriptor of a regular file below a root, whose name comes from somebody else.

    Each folder is opened in the one before it and no link is followed, so that neither a name nor a change of the tree
    in the meantime leads out of the root.
    """
    *folders, last = _parts(relative)
    with _refusing(relative):
        folder = os.open(root, _READ | os.O_DIRECTORY)
        try:
            for part in folders:
                inner = _open_in(folder, part, os.O_DIRECTORY)
                os.close(folder)
                folder = inner
            descriptor = _open_in(folder, last, 0)
        finally:
            os.close(folder)
    try:
        _must_be_regular(os.fstat(descriptor), relative)
        yield descriptor
    finally:
        os.close(descriptor)


def write_atomic(path: Path, data: bytes) -> None:
    """Put a file in place whole or not at all; one that stood there keeps its mode, a link is not written through."""
    with _refusing(path, "write"):
        try:
            standing = path.lstat()
        except FileNotFoundError:
            mode = None
        else:
            _must_be_regular(standing, path, "write")
            mode = stat.S_IMODE(standing.st_mode)
        draft = path.parent / f".remit-{os.getpid()}-{os.urandom(6).hex()}"
        try:
            _write_new(draft, data, mode)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def _write_new(path: Path, data: bytes, mode: int | None) -> None:
    with path.open("xb") as file:
        if mode is not None:
            os.fchmod(file.fileno(), mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _parts(relative: str) -> list[str]:
    parts = relative.split("/")
    if any(part in {"", ".", ".."} for part in parts) or "\0" in relative:
        raise FileRefused(
            f"cannot read '{relative}': no plain path below the project",
            help="name it relative to the project, without '..'",
        )
    return parts


def _open_in(folder: int, part: str, kind: int) -> int:
    try:
        return os.open(part, _READ | os.O_NOFOLLOW | kind, dir_fd=folder)
    except OSError as error:
        # Systems differ in what they answer for a link here; what stands there is the same.
        if stat.S_ISLNK(os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode):
            raise OSError(errno.EMLINK, os.strerror(errno.EMLINK)) from error
        raise


def _must_be_regular(status: os.stat_result, name: str | Path, verb: str = "read") -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = next((kind for test, kind in _KINDS if test(status.st_mode)), "of an unknown kind")
        raise FileRefused(f"cannot {verb} {_shown(name)}: it is {kind}, expected a regular file", help=_HELP_KIND)


def _whole(descriptor: int, name: str | Path, limit: int) -> bytes:
    chunks: list[bytes] = []
    size = 0
    # One byte more than is allowed, so that a file that is still growing is seen to be too large.
    while size <= limit and (chunk := os.read(descriptor, min(_CHUNK, limit + 1 - size))):
        chunks.append(chunk)
        size += len(chunk)
    if size > limit:
        raise FileRefused(
            f"cannot read {_shown(name)}: it is larger than {_size(limit)}", help="name a smaller file, or cut this one"
        )
    return b"".join(chunks)


def _decoded(data: bytes, name: str | Path) -> str:
    if (place := data.find(0)) >= 0:
        raise FileRefused(
            f"cannot read {_shown(name)}: a NUL stands at byte {place}, expected text", help="name a text file"
        )
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise FileRefused(
            f"cannot read {_shown(name)}: no UTF-8 at byte {error.start}, expected UTF-8 text",
            help="convert it to UTF-8, or name a text file",
        ) from None


@contextmanager
def _refusing(name: str | Path, verb: str = "read") -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _refused(name, verb, error) from error
    except ValueError as error:
        # A NUL in the name, or a character that no file name can hold.
        raise FileRefused(
            f"cannot {verb} {_shown(name)}: no file can have that name", help="name another file"
        ) from error


def _refused(name: str | Path, verb: str, error: OSError) -> FileRefused:
    code = error.errno or 0
    if code == errno.ENOENT and Path(name).is_symlink():
        return FileRefused(
            f"cannot {verb} {_shown(name)}: it is a symbolic link to nothing", help="mend or delete the link"
        )
    reason = _REASONS.get(code) or os.strerror(code).lower()
    return FileRefused(f"cannot {verb} {_shown(name)}: {reason}", help=_HELP.get(code))


def _shown(name: str | Path) -> str:
    return "standard input" if name == "-" else f"'{name}'"


def _size(limit: int) -> str:
    return f"{limit // 2**20} MiB" if limit % 2**20 == 0 else f"{limit:,} bytes"
