"""Worktrees: made, found again, emptied and removed; it must not know which task or check they are for."""

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from remit.errors import GitFailed
from remit.git.calling import Repository, plain, sealed

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Worktree:
    """A checkout beside a person's own, and where the repository keeps its index: never read from the checkout itself."""

    repository: Repository
    path: Path
    git_dir: Path


def add_worktree(repository: Repository, path: Path, commit: str) -> Worktree:
    """A new checkout of a commit on no branch: the commit's own bytes, whatever attributes, filters or hooks say."""
    plain(repository, "worktree", "add", "--quiet", "--detach", "--no-checkout", "--end-of-options", str(path), commit)
    worktree = open_worktree(repository, path)
    if worktree is None:
        raise GitFailed(f"git worktree add left no trace of '{path}'", help="say the same to git and see what it lacks")
    with sealed(repository) as seal:
        seal.git("read-tree", "-m", "-u", commit, work_tree=worktree.path, index=worktree.git_dir / "index")
    return worktree


def open_worktree(repository: Repository, path: Path) -> Worktree | None:
    """The worktree that the repository has on record for a path."""
    path = _real(path)
    for record in (repository.common_dir / "worktrees").glob("*/gitdir"):
        if _real(record.parent / record.read_text(errors="surrogateescape").rstrip("\n")) == path / ".git":
            return Worktree(repository, path, record.parent)
    return None


def remove_worktree(repository: Repository, path: Path) -> None:
    """Remove a worktree with all that is in it, and its record; one of which only a part is there, that part."""
    remove_tree(path)
    if open_worktree(repository, path) is not None:
        plain(repository, "worktree", "remove", "--force", "--force", "--", str(_real(path)))


def remove_tree(path: Path) -> None:
    """Delete a file or folder that anybody may have filled: no link is followed, no missing permission holds it up."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISDIR(status.st_mode):
        path.unlink()
        return
    parent = os.open(path.parent, _FOLDER)
    try:
        root = _opened(parent, path.name)
        try:
            _empty(root)
        finally:
            os.close(root)
        os.rmdir(path.name, dir_fd=parent)
    finally:
        os.close(parent)


def _empty(root: int) -> None:
    """Delete all that is in a folder, lifting each inner one to the top, so that no depth is too deep."""
    waiting = _cleared(root)
    while waiting:
        name = waiting.pop()
        folder = _opened(root, name)
        try:
            for inner in _cleared(folder):
                _permit(folder, inner)
                lifted = os.urandom(16).hex()
                os.rename(inner, lifted, src_dir_fd=folder, dst_dir_fd=root)
                waiting.append(lifted)
        finally:
            os.close(folder)
        os.rmdir(name, dir_fd=root)


def _cleared(folder: int) -> list[str]:
    """Delete everything but folders; their names are left."""
    with os.scandir(folder) as entries:
        inside = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in inside:
        if not is_folder:
            os.unlink(name, dir_fd=folder)
    return [name for name, is_folder in inside if is_folder]


def _opened(parent: int, name: str) -> int:
    _permit(parent, name)
    return os.open(name, _FOLDER, dir_fd=parent)


def _permit(parent: int, name: str) -> None:
    # Where a system cannot do so without following links, what may not be entered stops the removal.
    with suppress(NotImplementedError):
        os.chmod(name, stat.S_IRWXU, dir_fd=parent, follow_symlinks=False)


def _real(path: Path) -> Path:
    """A path whose folders are what they lead to, and whose last name is what it says."""
    return Path(os.path.realpath(path.parent)) / path.name
