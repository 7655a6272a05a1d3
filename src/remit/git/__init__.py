"""Git as values: repositories, refs, worktrees, snapshots, differences and merges; it must not know tasks or agents.

Nothing that a repository's configuration, attributes or hooks name is run, and no content is read by any rule of theirs:
how, `calling` says. Large files and submodules are what the commit has of them: a pointer, an empty folder.
"""

from remit.git.calling import Repository
from remit.git.diffs import LINK, SUBMODULE, Changed, FileDiff, Line, Patch, changes, diffs, patch
from remit.git.fingerprints import Fingerprint, fingerprint, tampered
from remit.git.merges import Merged, merge_tree, show
from remit.git.repositories import (
    Head,
    Identity,
    commit_tree,
    drop_ref,
    find,
    head,
    identity,
    move_ref,
    refs,
    resolve,
)
from remit.git.snapshots import Snapshot, ignored_at, snapshot, uncommitted
from remit.git.worktrees import Worktree, add_worktree, open_worktree, remove_tree, remove_worktree

__all__ = [
    "LINK",
    "SUBMODULE",
    "Changed",
    "FileDiff",
    "Fingerprint",
    "Head",
    "Identity",
    "Line",
    "Merged",
    "Patch",
    "Repository",
    "Snapshot",
    "Worktree",
    "add_worktree",
    "changes",
    "commit_tree",
    "diffs",
    "drop_ref",
    "find",
    "fingerprint",
    "head",
    "identity",
    "ignored_at",
    "merge_tree",
    "move_ref",
    "open_worktree",
    "patch",
    "refs",
    "remove_tree",
    "remove_worktree",
    "resolve",
    "show",
    "snapshot",
    "tampered",
    "uncommitted",
]
