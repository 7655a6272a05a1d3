"""Real repositories below a test's own folder, with a home of their own; it must not know what is tested."""

import os
import subprocess
from pathlib import Path

from remit.git import Repository, Worktree, add_worktree, find, head


def environment(folder: Path) -> dict[str, str]:
    """What a person's shell would have, and no setting of whoever runs the tests."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1"}


def git(where: Path, *arguments: str) -> str:
    """A person's git, with all that their repository says."""
    done = subprocess.run(
        ["git", "-c", "user.name=Jo", "-c", "user.email=jo@example.org", "-c", "init.defaultBranch=main", *arguments],
        cwd=where,
        env=environment(where.parent) | {"GIT_LITERAL_PATHSPECS": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.strip()


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())


def commit(root: Path, files: dict[str, str]) -> str:
    write(root, files)
    git(root, "add", "--all", "--force", "--", *files)
    git(root, "commit", "--quiet", "--allow-empty", "--message", "work")
    return git(root, "rev-parse", "HEAD")


def repository(folder: Path, files: dict[str, str]) -> Repository:
    root = folder / "project"
    root.mkdir()
    git(root, "init", "--quiet")
    commit(root, files)
    return find(root, environment(folder))


def worktree(folder: Path, files: dict[str, str]) -> Worktree:
    made = repository(folder, files)
    return add_worktree(made, made.work_tree / ".remit/worktrees/T1/1", head(made).commit)


def texts(root: Path) -> dict[str, str]:
    """Every file of a checkout but git's own."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes().decode()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(root).parts
    }
