"""What steers git in a worktree and its repository, as digests to compare; it must not say what a change means."""

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from remit.git.worktrees import Worktree

_SHARED = (
    "config",
    "config.worktree",
    "hooks",
    "info/attributes",
    "info/exclude",
    "info/grafts",
    "info/sparse-checkout",
    "objects/info/alternates",
    "objects/info/http-alternates",
)
_OF_WORKTREE = ("commondir", "config.worktree", "gitdir")
_IN_SUBMODULE = frozenset({"config", "config.worktree", "hooks", "info", "alternates"})


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Each place that git takes orders from, by name, with a digest of what stands there."""

    places: tuple[tuple[str, str], ...]


def fingerprint(worktree: Worktree) -> Fingerprint:
    """The configuration, hooks, info and alternates of a repository, the worktree's own pointer, and what is nested in it."""
    return Fingerprint(tuple(sorted(_places(worktree))))


def tampered(before: Fingerprint, after: Fingerprint) -> tuple[str, ...]:
    """The places that are not as they were."""
    return tuple(sorted({name for name, _ in set(before.places) ^ set(after.places)}))


def _places(worktree: Worktree) -> Iterator[tuple[str, str]]:
    common = worktree.repository.common_dir
    for name in _SHARED:
        yield from _digests(common / name, f".git/{name}")
    for name in _OF_WORKTREE:
        yield from _digests(worktree.git_dir / name, f".git/worktrees/{worktree.git_dir.name}/{name}")
    for path in _below(common / "modules"):
        if not _IN_SUBMODULE.isdisjoint(path.relative_to(common).parts):
            yield f".git/{path.relative_to(common)}", _digest(path)
    yield from _digests(worktree.path / ".git", "the worktree's .git")
    yield from _nested(worktree.path)


def _nested(root: Path) -> Iterator[tuple[str, str]]:
    """Whatever git would take for a repository of its own below a worktree, a bare one by any name among it."""
    for folder, folders, files in os.walk(root):
        here = Path(folder)
        for name in [*folders, *files]:
            if _names_git(name) and (here, name) != (root, ".git"):
                yield from _control(here / name, f"{(here / name).relative_to(root)}")
        if "HEAD" in files and ({"objects", "refs"} <= {*folders} or "commondir" in files):
            yield from _control(here, f"{here.relative_to(root)}")
        folders[:] = [name for name in folders if not _names_git(name)]


def _control(path: Path, name: str) -> Iterator[tuple[str, str]]:
    yield name, _digest(path)
    for inner in (*_SHARED, "commondir"):
        yield from _digests(path / inner, f"{name}/{inner}")


def _names_git(name: str) -> bool:
    """Whether some file system takes a name for git's own."""
    return name.casefold().rstrip(". ") in {".git", "git~1"}


def _digests(path: Path, name: str) -> Iterator[tuple[str, str]]:
    if os.path.lexists(path):
        yield name, _digest(path)
        for inner in _below(path):
            yield f"{name}/{inner.relative_to(path)}", _digest(inner)


def _below(path: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(path):
        yield from (Path(folder, name) for name in [*folders, *files])


def _digest(path: Path) -> str:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        content = os.fsencode(path.readlink())
    elif stat.S_ISREG(status.st_mode):
        content = path.read_bytes()
    else:
        content = b""
    return f"{status.st_mode:o} {hashlib.sha256(content).hexdigest()}"
