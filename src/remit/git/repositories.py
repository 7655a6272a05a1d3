"""A repository, its head, its refs and whose it is, as values; it must not know files or their content."""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from remit.errors import GitFailed, ProgramMissing, RepositoryMissing
from remit.git.calling import Repository, accept, plain, sealed
from remit.process import Ended, run

OLDEST = (2, 38)
OWN_FOLDER = ".remit"

_SECONDS = 60.0
_LIMIT = 2**20
# Where a person's git finds that person's own settings, and who speaks for them in this shell.
_PERSONAL = (
    "EMAIL",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_NAME",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "HOME",
    "PATH",
    "XDG_CONFIG_HOME",
)
_IDENT = re.compile(r"(?P<name>.*) <(?P<email>[^<>]*)> \d+ [+-]\d{4}\n?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose commits these are."""

    name: str = "remit"
    email: str = "remit@localhost"


@dataclass(frozen=True, slots=True)
class Head:
    """The commit that is checked out, and the branch that it is on, where it is on one."""

    commit: str
    branch: str | None


def find(start: Path, environ: Mapping[str, str]) -> Repository:
    """The repository whose checkout a folder lies in, by a person's own git: theirs to own, not bare, with a commit.

    A folder below `.remit` lies in the checkout above that: what stands in the worktrees there may lie about itself.
    """
    program = shutil.which("git", path=environ.get("PATH"))
    if program is None:
        raise ProgramMissing("cannot start 'git': it is not on PATH", help="install git 2.38 or newer")
    start = _above_own(start.absolute())
    _must_be_recent(_personal(program, start, environ, "version"))
    place = _personal(program, start, environ, "rev-parse", "--is-bare-repository", "--is-inside-git-dir")
    if place.exit_code != 0:
        raise _missing(start, place)
    if place.stdout.kept.split() != [b"false", b"false"]:
        raise RepositoryMissing(
            f"'{start}' is in a repository without a checkout", help="go into a checkout of it: git worktree add"
        )
    lines = _said(
        _personal(
            *(program, start, environ, "rev-parse", "--path-format=absolute"),
            *("--absolute-git-dir", "--git-common-dir", "--show-toplevel", "--show-object-format"),
        )
    ).splitlines()
    if len(lines) != 4:
        raise RepositoryMissing(f"the path of '{start}' holds a line break", help="give its folders plain names")
    git_dir, common_dir, work_tree = map(Path, lines[:3])
    repository = Repository(program, git_dir, common_dir, work_tree, lines[3])
    if resolve(repository, "HEAD") is None:
        raise RepositoryMissing(
            f"'{work_tree}' has no commit", help="git add, and git commit, what is there to start from"
        )
    return repository


def head(repository: Repository) -> Head:
    """What is checked out where the repository was found."""
    commit = plain(repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}", git_dir=repository.git_dir)
    name = plain(repository, "symbolic-ref", "--quiet", "HEAD", git_dir=repository.git_dir, accepted=(0, 1))
    ref = name.decode(errors="surrogateescape").rstrip("\n")
    return Head(commit.decode().strip(), ref.removeprefix("refs/heads/") or None)


def resolve(repository: Repository, name: str) -> str | None:
    """The commit that a name stands for."""
    said = plain(
        *(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"),
        git_dir=repository.git_dir,
        accepted=(0, 1, 128),
    )
    return said.decode().strip() or None


def identity(repository: Repository, environ: Mapping[str, str]) -> Identity:
    """Who a person's own git says that they are; `remit`, where it does not know them."""
    said = _personal(
        *(repository.program, repository.work_tree, environ),
        *("-c", "user.useConfigOnly=true", "var", "GIT_AUTHOR_IDENT"),
    )
    found = _IDENT.fullmatch(said.stdout.kept.decode(errors="replace")) if said.exit_code == 0 else None
    return Identity(found["name"], found["email"]) if found else Identity()


def move_ref(repository: Repository, name: str, new: str, old: str | None) -> bool:
    """Move a ref, from the commit that it is expected at (None: from not being there); False where it is elsewhere."""
    return _update(repository, name, old, "update-ref", "--no-deref", name, new, old or repository.none)


def drop_ref(repository: Repository, name: str, old: str) -> bool:
    """Delete a ref that is expected at a commit; False where it is elsewhere or gone."""
    return _update(repository, name, old, "update-ref", "--no-deref", "-d", name, old)


def refs(repository: Repository, below: str) -> dict[str, str]:
    """The refs below a prefix, `refs/remit/`, and the object that each is at."""
    said = plain(repository, "for-each-ref", "--format=%(objectname) %(refname)", below)
    rows = (line.split(" ", 1) for line in said.decode(errors="surrogateescape").splitlines())
    return {name: commit for commit, name in rows}


def commit_tree(
    repository: Repository, tree: str, parents: tuple[str, ...], message: str, *, by: Identity, at_seconds: int
) -> str:
    """A commit of a tree, on no branch; the same values make the same commit, so that a repeated call does nothing."""
    names = {"NAME": by.name, "EMAIL": by.email, "DATE": f"@{at_seconds} +0000"}
    variables = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in names.items()}
    words = [word for parent in parents for word in ("-p", parent)]
    with sealed(repository) as seal:
        said = seal.git("commit-tree", "-F", "-", *words, tree, stdin=message.encode(), variables=variables)
    return said.decode().strip()


def _above_own(start: Path) -> Path:
    parts = start.parts
    return Path(*parts[: parts.index(OWN_FOLDER)]) if OWN_FOLDER in parts else start


def _update(repository: Repository, name: str, old: str | None, *arguments: str) -> bool:
    try:
        plain(repository, *arguments)
    except GitFailed:
        if refs(repository, name).get(name) == old:
            raise
        return False
    return True


def _personal(program: str, cwd: Path, environ: Mapping[str, str], *arguments: str) -> Ended:
    """Git as the person has it set up, for questions that start no other program."""
    return run(
        [program, *arguments],
        cwd=cwd,
        env={name: environ[name] for name in _PERSONAL if name in environ} | {"LC_ALL": "C"},
        timeout_seconds=_SECONDS,
        output_limit_bytes=_LIMIT,
    )


def _said(ended: Ended) -> str:
    return accept(ended, "rev-parse").decode(errors="surrogateescape")


def _missing(start: Path, ended: Ended) -> RepositoryMissing:
    if b"dubious ownership" in ended.stderr.kept:
        return RepositoryMissing(
            f"the repository of '{start}' belongs to somebody else",
            help=f"if you trust it: git config --global --add safe.directory '{start}'",
        )
    return RepositoryMissing(
        f"'{start}' is in no git repository", help="go into one, or make one: git init, and a first commit"
    )


def _must_be_recent(ended: Ended) -> None:
    found = re.match(rb"git version (\d+)\.(\d+)", ended.stdout.kept)
    if found and (int(found[1]), int(found[2])) < OLDEST:
        raise GitFailed(
            f"git is {found[1].decode()}.{found[2].decode()}, expected 2.38 or newer", help="install a newer git"
        )
