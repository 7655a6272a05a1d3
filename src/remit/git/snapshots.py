"""What stands in a worktree becomes a tree of the repository; it must not trust anything that stands in it."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from remit.git.calling import Repository, Sealed, sealed
from remit.git.repositories import OWN_FOLDER, head
from remit.git.worktrees import Worktree

_RULES = ".gitignore"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tree of the files that count, and the paths that git would not take into one."""

    tree: str
    left_out: tuple[str, ...] = ()


def snapshot(worktree: Worktree, *, start: str, ignoring_at: str) -> Snapshot:
    """Keep what stands in a worktree that was made from a commit, untouched index and all.

    What the other commit ignores is left out, tracked files apart: what an agent wrote into a `.gitignore` neither hides
    a file from the snapshot nor brings one into it. Every file is read anew, so that no time stamp hides a change.
    """
    repository, path = worktree.repository, worktree.path
    with sealed(repository) as seal:
        rules = _rules_of(seal, ignoring_at)
        seal.git("read-tree", start)
        # One file that cannot be taken must not cost the others.
        added = seal.ended("add", "--all", "--ignore-errors", "--", ".", work_tree=path)
        fresh = seal.git("diff-index", "--cached", "--name-only", "--no-renames", "--diff-filter=A", "-z", start)
        _stage(seal, path, _ignored(rules, _paths(fresh)), "--force-remove")
        others = _paths(seal.git("ls-files", "--others", "-z", work_tree=path))
        unseen = set(others) - _ignored(rules, others)
        _stage(seal, path, {name for name in unseen if not name.endswith("/")}, "--add")
        left = _left(rules, path) if unseen or added.exit_code != 0 else ()
        return Snapshot(seal.git("write-tree").decode().strip(), left)


def ignored_at(repository: Repository, commit: str, paths: Iterable[str]) -> tuple[str, ...]:
    """Those of some paths that the rules of a commit have git overlook; what the commit tracks is none of them."""
    with sealed(repository) as seal:
        return tuple(sorted(_ignored(_rules_of(seal, commit), paths)))


def uncommitted(repository: Repository) -> tuple[str, ...]:
    """The paths of a person's own checkout that differ from its head, files that git does not know among them."""
    at = head(repository).commit
    with sealed(repository, head=at) as seal:
        said = seal.git(
            *("status", "--porcelain=v1", "--no-renames", "--ignore-submodules=all", "-z"),
            work_tree=repository.work_tree,
            index=repository.git_dir / "index",
        )
    return tuple(name for name in (entry[3:] for entry in _paths(said)) if name != f"{OWN_FOLDER}/")


@dataclass(frozen=True, slots=True)
class _Rules:
    """A folder that holds the rules of a commit and nothing else, and what the commit tracks."""

    seal: Sealed
    folder: Path
    tracked: frozenset[str]


def _rules_of(seal: Sealed, commit: str) -> _Rules:
    folder, index = seal.folder / "rules", seal.folder / "rules-index"
    folder.mkdir()
    seal.git("read-tree", commit, index=index)
    tracked = _paths(seal.git("ls-files", "-z", index=index))
    wanted = [name for name in tracked if name.rpartition("/")[2] == _RULES]
    seal.git("checkout-index", "-z", "--stdin", work_tree=folder, index=index, stdin=_joined(wanted))
    return _Rules(seal, folder, frozenset(tracked))


def _ignored(rules: _Rules, paths: Iterable[str]) -> set[str]:
    asked = set(paths) - rules.tracked
    if not asked:
        return set()
    # This one command refuses to take every path by its letter; with a folder in front none can be read otherwise.
    said = rules.seal.git(
        *("check-ignore", "--no-index", "-z", "--stdin"),
        work_tree=rules.folder,
        stdin=_joined(f"./{name}" for name in asked),
        accepted=(0, 1),
        variables={"GIT_LITERAL_PATHSPECS": "0"},
    )
    return {name.removeprefix("./") for name in _paths(said)}


def _left(rules: _Rules, path: Path) -> tuple[str, ...]:
    changed = _paths(rules.seal.git("diff-files", "--name-only", "-z", work_tree=path))
    others = _paths(rules.seal.git("ls-files", "--others", "-z", work_tree=path))
    return tuple(sorted({*changed, *others} - _ignored(rules, others)))


def _stage(seal: Sealed, path: Path, names: set[str], how: str) -> None:
    if names:
        seal.ended("update-index", how, "-z", "--stdin", work_tree=path, stdin=_joined(names))


def _paths(said: bytes) -> list[str]:
    return [name.decode(errors="surrogateescape") for name in said.split(b"\0") if name]


def _joined(names: Iterable[str]) -> bytes:
    return b"".join(name.encode(errors="surrogateescape") + b"\0" for name in sorted(names))
