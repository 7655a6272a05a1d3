"""Two commits become one tree, or a list of conflicts, and single files of a commit are read; it must not move a ref."""

from dataclasses import dataclass

from remit.git.calling import Repository, accept, refused, sealed


@dataclass(frozen=True, slots=True)
class Merged:
    """The tree of a merge. With conflicts, the tree holds their markers, and git's words on each are beside it."""

    tree: str
    conflicts: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


def merge_tree(repository: Repository, ours: str, theirs: str) -> Merged:
    """Merge two commits without any checkout, by git's own rules alone."""
    words = ("merge-tree", "--write-tree", "-z", "--name-only", "--messages", ours, theirs)
    with sealed(repository) as seal:
        ended = seal.ended(*words)
    said = accept(ended, "merge-tree", (0, 1))
    # It ends alike on a conflict and on a name that is no commit.
    if not said:
        raise refused(ended, "merge-tree")
    tree, *rest = said.decode(errors="surrogateescape").split("\0")
    end = rest.index("") if "" in rest else len(rest)
    return Merged(tree, tuple(rest[:end]), tuple(_messages(rest[end + 1 :])))


def show(repository: Repository, commit: str, path: str) -> bytes | None:
    """A file's bytes as a commit has them; of a symbolic link, where it leads; None where there is no such file."""
    with sealed(repository) as seal:
        found = seal.git("ls-tree", "-z", "--full-tree", commit, "--", path)
        entry, _, name = found.rstrip(b"\0").partition(b"\t")
        if name != path.encode(errors="surrogateescape") or entry.split()[1] != b"blob":
            return None
        return seal.git("cat-file", "blob", entry.split()[2].decode())


def _messages(fields: list[str]) -> list[str]:
    """Each comes as a number of paths, that many paths, what kind it is, and the words."""
    told: list[str] = []
    at = 0
    while at < len(fields) and fields[at].isdecimal():
        words = at + int(fields[at]) + 2
        told += [fields[words].strip()] if words < len(fields) else []
        at = words + 1
    return told
