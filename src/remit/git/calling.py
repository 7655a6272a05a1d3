"""Call git so that nothing which an agent or a repository wrote is ever run; it must not know what a call is for.

There are two ways. A *plain* call works on the repository itself: on refs and worktrees, never on content. A *sealed*
call works on content, and does so in a git directory of Remit's own, made for the occasion: the repository lends only
its objects, so that none of its configuration, attributes, hooks, filters or drivers is even read.
"""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from remit.errors import GitFailed
from remit.process import Ended, run

_SECONDS = 600.0
_LIMIT = 2**28

_ENVIRONMENT = {
    "GIT_ASKPASS": "",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_EDITOR": "false",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    "SSH_ASKPASS": "",
}
# Each stands above what the repository's own configuration says.
_OFF = (
    "commit.gpgSign=false",
    "core.askPass=",
    "core.attributesFile=/dev/null",
    "core.autocrlf=false",
    "core.excludesFile=/dev/null",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.sshCommand=false",
    "core.untrackedCache=false",
    "credential.helper=",
    "diff.external=",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    "worktree.useRelativePaths=false",
)
# The highest authority that git knows for attributes: whatever a tree says of these is void.
_ATTRIBUTES = "* !crlf !diff !eol !export-ignore !export-subst !filter !ident !merge !text !working-tree-encoding\n"
_CONFIG = """[core]
\trepositoryformatversion = 1
\tbare = false
\tfileMode = true
\tignoreCase = false
\tquotePath = false
\tsymlinks = true
[extensions]
\tobjectFormat = {object_format}
"""


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository with a checkout: git itself, the directory of this checkout, and the one that all share."""

    program: str
    git_dir: Path
    common_dir: Path
    work_tree: Path
    object_format: str = "sha1"

    @property
    def none(self) -> str:
        """The id that stands for no object at all."""
        return "0" * (64 if self.object_format == "sha256" else 40)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A git directory of Remit's own that borrows the objects of a repository."""

    repository: Repository
    folder: Path

    def git(
        self,
        *arguments: str,
        work_tree: Path | None = None,
        index: Path | None = None,
        stdin: bytes | None = None,
        accepted: tuple[int, ...] = (0,),
        variables: Mapping[str, str] | None = None,
    ) -> bytes:
        """What git says to this; without a work tree in an empty folder, without an index on one of this seal's own."""
        return accept(
            self.ended(*arguments, work_tree=work_tree, index=index, stdin=stdin, variables=variables),
            arguments[0],
            accepted,
        )

    def ended(
        self,
        *arguments: str,
        work_tree: Path | None = None,
        index: Path | None = None,
        stdin: bytes | None = None,
        variables: Mapping[str, str] | None = None,
        limit_bytes: int = _LIMIT,
    ) -> Ended:
        inside = self.folder / "empty" if work_tree is None else work_tree
        environment = {
            "GIT_DIR": str(self.folder / "git"),
            "GIT_INDEX_FILE": str(self.folder / "index" if index is None else index),
            "GIT_OBJECT_DIRECTORY": str(self.repository.common_dir / "objects"),
            "GIT_SHALLOW_FILE": str(self.repository.common_dir / "shallow"),
            "GIT_WORK_TREE": str(inside),
            **(variables or {}),
        }
        return _run(
            self.repository.program, arguments, cwd=inside, variables=environment, stdin=stdin, limit_bytes=limit_bytes
        )


@contextmanager
def sealed(repository: Repository, *, head: str | None = None) -> Iterator[Sealed]:
    """A seal for a few calls; `head` is the commit that stands for HEAD, where one of them needs it."""
    with tempfile.TemporaryDirectory(prefix="remit-git-") as made:
        folder = Path(made)
        for name in ("empty", "git/info", "git/objects", "git/refs"):
            (folder / name).mkdir(parents=True)
        git_dir = folder / "git"
        (git_dir / "HEAD").write_text(f"{head or 'ref: refs/heads/none'}\n")
        (git_dir / "config").write_text(_CONFIG.format(object_format=repository.object_format))
        (git_dir / "info/attributes").write_text(_ATTRIBUTES)
        # What a person has git overlook in this clone is no result either.
        exclude = repository.common_dir / "info/exclude"
        if exclude.is_file():
            (git_dir / "info/exclude").write_bytes(exclude.read_bytes())
        yield Sealed(repository, folder)


def plain(
    repository: Repository, *arguments: str, git_dir: Path | None = None, accepted: tuple[int, ...] = (0,)
) -> bytes:
    """What git says to a call that works on refs and worktrees of the repository itself."""
    environment = {
        "GIT_DIR": str(repository.common_dir if git_dir is None else git_dir),
        "GIT_WORK_TREE": str(repository.work_tree),
    }
    ended = _run(repository.program, arguments, cwd=repository.work_tree, variables=environment)
    return accept(ended, arguments[0], accepted)


def accept(ended: Ended, command: str, accepted: tuple[int, ...] = (0,)) -> bytes:
    """What a call said, if it ended as it may and was heard to its end."""
    if ended.exit_code not in accepted or ended.stdout.dropped:
        raise refused(ended, command)
    return ended.stdout.kept


def refused(ended: Ended, command: str) -> GitFailed:
    if ended.timed_out:
        reason = f"it did not end within {_SECONDS:.0f} s"
    elif ended.stdout.dropped:
        reason = f"it said more than {_LIMIT // 2**20} MiB"
    else:
        reason = f"'{_last_words(ended)}'"
    return GitFailed(f"git {command} failed: {reason}", help="say the same to git and see what it lacks")


def _last_words(ended: Ended) -> str:
    lines = ended.stderr.kept.decode(errors="replace").splitlines()
    told = [line for line in lines if line.startswith(("fatal: ", "error: "))] or lines or [f"exit {ended.exit_code}"]
    return told[-1].removeprefix("fatal: ").removeprefix("error: ")


def _run(
    program: str,
    arguments: tuple[str, ...],
    *,
    cwd: Path,
    variables: Mapping[str, str],
    stdin: bytes | None = None,
    limit_bytes: int = _LIMIT,
) -> Ended:
    settings = [word for setting in _OFF for word in ("-c", setting)]
    return run(
        [program, "--no-pager", *settings, *arguments],
        cwd=cwd,
        env={**_ENVIRONMENT, "PATH": f"{Path(program).parent}{os.pathsep}{os.defpath}", **variables},
        stdin=stdin,
        timeout_seconds=_SECONDS,
        output_limit_bytes=limit_bytes,
    )
