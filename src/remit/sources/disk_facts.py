"""What the disk says of paths below a root: links, letter case, folders, mounts; it must not judge what that means.

Each folder is opened in the one before it and no link is followed by the system, so that a tree which changes in the meantime leads
nobody out of the root. What is not there is no link: the rest of such a path stays as it is written.
"""

import os
import stat
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from remit.errors import FileRefused
from remit.paths import DiskFacts

# Where systems themselves stop following.
_MOST_LINKS = 40
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def facts_of(root: Path, paths: Iterable[str]) -> Mapping[str, DiskFacts]:
    """The facts about each of these normalised paths, whether or not it is there; a folder on another mount is outside."""
    try:
        descriptor = os.open(root, _FOLDER & ~os.O_NOFOLLOW)
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()
        raise FileRefused(
            f"cannot look below '{root}': {reason}", help="start in a folder that you can read"
        ) from error
    try:
        top = _Top(descriptor, os.fstat(descriptor).st_dev, root.resolve())
        return {path: _facts(top, path) for path in dict.fromkeys(paths)}
    finally:
        os.close(descriptor)


class _Outside(Exception):
    """A path leads out of the root, round in a circle, or changes while we look."""


@dataclass(frozen=True, slots=True)
class _Top:
    """The root's own descriptor, device and place, and the names, by their fold, in each folder that was listed."""

    descriptor: int
    device: int
    place: Path
    listed: dict[tuple[str, ...], dict[str, list[str]]] = field(default_factory=dict)


@dataclass(slots=True)
class _Way:
    """How far a path was walked: the open folders, their names, and the names that are still to come, the next one last."""

    ahead: list[str]
    opened: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    links: int = 0

    def back(self, count: int) -> None:
        for _ in range(count):
            os.close(self.opened.pop())
            self.names.pop()

    def as_known(self, *names: str) -> str:
        """The path with these names between what was walked and what is still to come."""
        return "/".join([*self.names, *names, *reversed(self.ahead)]) or "."


def _facts(top: _Top, path: str) -> DiskFacts:
    way = _Way(path.split("/")[::-1])
    twins: list[str] = []
    try:
        while way.ahead:
            name = way.ahead.pop()
            if name == "..":
                _climb(way)
                continue
            here = way.opened[-1] if way.opened else top.descriptor
            twins += (way.as_known(other) for other in _twins(top, here, way, name))
            kind = _kind(here, name)
            if kind == stat.S_IFLNK:
                _turn(top, way, here, name)
            elif kind != stat.S_IFDIR or not _enter(top, way, here, name):
                is_folder = kind == stat.S_IFDIR and not way.ahead
                return DiskFacts(way.as_known(name) if way.links else None, False, min(twins, default=None), is_folder)
        return DiskFacts(way.as_known() if way.links else None, False, min(twins, default=None), True)
    except _Outside:
        return DiskFacts(leaves_root=True)
    finally:
        way.back(len(way.opened))


def _kind(here: int, name: str) -> int | None:
    try:
        return stat.S_IFMT(os.stat(name, dir_fd=here, follow_symlinks=False).st_mode)
    except OSError:
        return None


def _climb(way: _Way) -> None:
    if not way.opened:
        raise _Outside
    way.back(1)


def _turn(top: _Top, way: _Way, here: int, name: str) -> None:
    """Go on where a link leads."""
    way.links += 1
    if way.links > _MOST_LINKS:
        raise _Outside
    try:
        target = os.readlink(name, dir_fd=here)
    except OSError:
        raise _Outside from None
    if target.startswith("/"):
        if not Path(target).is_relative_to(top.place):
            raise _Outside
        target = Path(target).relative_to(top.place).as_posix()
        way.back(len(way.opened))
    way.ahead += [part for part in reversed(target.split("/")) if part not in {"", "."}]


def _enter(top: _Top, way: _Way, here: int, name: str) -> bool:
    """Step into a folder; False where it vanished, or where neither we nor whom we start may enter it."""
    try:
        inner = os.open(name, _FOLDER, dir_fd=here)
    except (FileNotFoundError, PermissionError):
        return False
    except OSError:
        raise _Outside from None
    way.opened.append(inner)
    way.names.append(name)
    if os.fstat(inner).st_dev != top.device:
        raise _Outside
    return True


def _twins(top: _Top, here: int, way: _Way, name: str) -> list[str]:
    """The other names in a folder that differ in case alone; a disk that folds case takes both for one."""
    key = tuple(way.names)
    if key not in top.listed:
        by_fold: dict[str, list[str]] = {}
        for each in _names(here):
            by_fold.setdefault(_folded(each), []).append(each)
        top.listed[key] = by_fold
    return [each for each in top.listed[key].get(_folded(name), ()) if each != name]


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name.casefold())


def _names(folder: int) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
