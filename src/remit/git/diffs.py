"""What differs between two commits or trees, as values; it must not judge a difference."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from remit.errors import GitFailed
from remit.git.calling import Repository, Sealed, refused, sealed

Status = Literal["added", "modified", "deleted", "retyped"]

LINK = "120000"
SUBMODULE = "160000"

_STATUS: dict[bytes, Status] = {b"A": "added", b"D": "deleted", b"M": "modified", b"T": "retyped"}
_RAW = ("diff-tree", "-r", "--raw", "--no-abbrev", "--no-renames", "-z")
# Text whatever it holds: a NUL, or an attribute, hides nothing from who reads the lines.
_LINES = ("diff-tree", "-r", "--patch", "--text", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color")
_WHOLE_FILE = 2**30
_HUNK = re.compile(rb"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")


@dataclass(frozen=True, slots=True)
class Changed:
    """One path that differs. A mode is git's own, six digits, all 0 where the file is not there."""

    path: str
    status: Status
    old_mode: str
    new_mode: str
    old_id: str
    new_id: str

    @property
    def mode_changed(self) -> bool:
        return self.status in {"modified", "retyped"} and self.old_mode != self.new_mode


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a difference, numbered in the text that it belongs to: the old one for `-`, else the new one."""

    sign: Literal["+", "-", " "]
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class FileDiff:
    """One path that differs, with every line of both of its texts."""

    changed: Changed
    lines: tuple[Line, ...]

    @property
    def path(self) -> str:
        return self.changed.path

    @property
    def added(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.sign == "+")

    @property
    def removed(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.sign == "-")

    @property
    def before(self) -> str:
        return "".join(f"{line.text}\n" for line in self.lines if line.sign != "+")

    @property
    def after(self) -> str:
        return "".join(f"{line.text}\n" for line in self.lines if line.sign != "-")


@dataclass(frozen=True, slots=True)
class Patch:
    """A difference as people read it, up to a limit, and how many bytes lie beyond."""

    text: str
    dropped: int = 0


def changes(repository: Repository, old: str, new: str) -> tuple[Changed, ...]:
    """What differs from one commit or tree to another, without guessing at renames, in the order of paths."""
    with sealed(repository) as seal:
        return tuple(_changes(seal, old, new))


def diffs(repository: Repository, old: str, new: str) -> tuple[FileDiff, ...]:
    """What differs, with the whole text of each path before and after."""
    with sealed(repository) as seal:
        found = tuple(_changes(seal, old, new))
        said = seal.git(*_LINES, f"--unified={_WHOLE_FILE}", old, new)
    sections = _sections(said)
    # What became of another type is told as deleted and added again.
    taken = tuple(FileDiff(each, tuple(_lines(sections, 2 if each.status == "retyped" else 1))) for each in found)
    if next(sections, None) is not None:
        raise GitFailed("git diff-tree told of more files than it listed", help="report this: it is a fault of Remit's")
    return taken


def patch(repository: Repository, old: str, new: str, *, limit_bytes: int) -> Patch:
    """What differs, as text: its beginning, up to a limit."""
    with sealed(repository) as seal:
        # Twice the limit, since the half of what is kept is the end.
        ended = seal.ended(*_LINES, old, new, limit_bytes=2 * limit_bytes)
    if ended.exit_code != 0:
        raise refused(ended, "diff-tree")
    whole = len(ended.stdout.kept) + ended.stdout.dropped
    kept = ended.stdout.kept if whole <= limit_bytes else ended.stdout.head
    return Patch(kept.decode(errors="replace"), whole - len(kept))


def _changes(seal: Sealed, old: str, new: str) -> Iterator[Changed]:
    fields = iter(seal.git(*_RAW, old, new).split(b"\0"))
    for head in fields:
        if head:
            old_mode, new_mode, old_id, new_id, status = head.removeprefix(b":").split()
            yield Changed(
                path=next(fields).decode(errors="surrogateescape"),
                status=_STATUS[status],
                old_mode=old_mode.decode(),
                new_mode=new_mode.decode(),
                old_id=old_id.decode(),
                new_id=new_id.decode(),
            )


def _sections(said: bytes) -> Iterator[list[bytes]]:
    """The lines of each file; only git's own headers begin with a letter."""
    section: list[bytes] = []
    for line in said.split(b"\n"):
        if line.startswith(b"diff --git "):
            if section:
                yield section
            section = []
        section.append(line)
    if section != [b""]:
        yield section


def _lines(sections: Iterator[list[bytes]], count: int) -> Iterator[Line]:
    for _ in range(count):
        old = new = 0
        for line in next(sections):
            if hunk := _HUNK.match(line):
                old, new = int(hunk[1]), int(hunk[2])
            elif not (old or new):
                continue
            elif line.startswith(b"-"):
                yield Line("-", old, _text(line))
                old += 1
            elif line.startswith(b"+"):
                yield Line("+", new, _text(line))
                new += 1
            elif line.startswith(b" "):
                yield Line(" ", new, _text(line))
                old += 1
                new += 1


def _text(line: bytes) -> str:
    return line[1:].decode(errors="replace")
