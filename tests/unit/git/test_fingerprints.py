from collections.abc import Callable
from pathlib import Path

import pytest

from remit.git import Worktree, diffs, fingerprint, head, move_ref, snapshot, tampered, uncommitted
from tests.unit.git.repositories import commit, git, repository, worktree, write

PROVES = ("R4",)


def bare(root: Path) -> None:
    write(root, {"HEAD": "ref: refs/heads/main\n", "objects/x": "", "refs/x": "", "config": "[core]\nbare = true\n"})


TAMPERED: dict[str, tuple[Callable[[Worktree], object], tuple[str, ...]]] = {
    "the pointer": (lambda w: (w.path / ".git").write_text("gitdir: elsewhere\n"), ("the worktree's .git",)),
    "the pointer's mode": (lambda w: (w.path / ".git").chmod(0o755), ("the worktree's .git",)),
    "no pointer": (lambda w: (w.path / ".git").unlink(), ("the worktree's .git",)),
    "configuration": (lambda w: git(w.path, "config", "core.fsmonitor", "evil"), (".git/config",)),
    "a hook": (
        lambda w: write(w.repository.git_dir, {"hooks/pre-commit": "#!/bin/sh\n"}),
        (".git/hooks/pre-commit",),
    ),
    "attributes": (
        lambda w: write(w.repository.git_dir, {"info/attributes": "* filter=x\n"}),
        (".git/info/attributes",),
    ),
    "alternates": (
        lambda w: write(w.repository.git_dir, {"objects/info/alternates": "elsewhere\n"}),
        (".git/objects/info/alternates",),
    ),
    "its own configuration": (
        lambda w: write(w.git_dir, {"config.worktree": "[core]\nfsmonitor = evil\n"}),
        (".git/worktrees/1/config.worktree",),
    ),
    "where it says it is": (lambda w: write(w.git_dir, {"gitdir": "elsewhere\n"}), (".git/worktrees/1/gitdir",)),
    "a submodule's hook": (
        lambda w: write(w.repository.git_dir, {"modules/m/hooks/x": ""}),
        (".git/modules/m/hooks", ".git/modules/m/hooks/x"),
    ),
    "a nested pointer": (lambda w: write(w.path, {"d/.git": "gitdir: elsewhere\n"}), ("d/.git",)),
    "a nested name that some disks fold": (lambda w: write(w.path, {"d/.GiT": ""}), ("d/.GiT",)),
    "the same at the top": (lambda w: write(w.path, {".GIT": ""}), (".GIT",)),
    "a nested bare repository": (lambda w: bare(w.path / "d/e"), ("d/e", "d/e/config")),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_change_to_what_steers_git_is_named(tmp_path: Path, name: str) -> None:
    tamper, places = TAMPERED[name]
    made = worktree(tmp_path, {"d/a": "1\n"})
    before = fingerprint(made)

    tamper(made)

    assert places == tampered(before, fingerprint(made))


def test_a_nested_repository_is_named_with_its_configuration_and_hooks(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"d/a": "1\n"})
    before = fingerprint(made)

    git(made.path, "init", "--quiet", "inner")

    assert {"inner/.git", "inner/.git/config", "inner/.git/hooks"} <= set(tampered(before, fingerprint(made)))


def test_a_nested_repository_that_was_there_may_stay_but_not_change(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"d/a": "1\n"})
    git(made.path, "init", "--quiet", "inner")
    before = fingerprint(made)

    assert () == tampered(before, fingerprint(made))
    write(made.path, {"inner/.git/hooks/pre-commit": "#!/bin/sh\n"})
    assert ("inner/.git/hooks/pre-commit",) == tampered(before, fingerprint(made))


def test_ordinary_work_changes_no_fingerprint(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"d/a": "1\n"})
    before = fingerprint(made)

    write(made.path, {"d/a": "2\n", "HEAD": "x", "refs": "y", ".gitignore": "z", ".github/w": "1"})
    (made.path / "link").symlink_to("d")
    commit(made.repository.work_tree, {"b": "1\n"})
    git(made.repository.work_tree, "branch", "other")
    git(made.repository.work_tree, "gc", "--quiet")
    git(made.path, "status")

    assert () == tampered(before, fingerprint(made))


def look(made: Worktree) -> None:
    """Everything that is asked of git after an attempt."""
    at = head(made.repository).commit
    tree = snapshot(made, start=at, ignoring_at=at).tree
    assert "evil\n" == {each.path: each.after for each in diffs(made.repository, at, tree)}["a"]
    assert move_ref(made.repository, "refs/remit/T1/1", at, None)
    uncommitted(made.repository)


def test_a_pointer_to_a_directory_whose_monitor_runs_a_command_runs_nothing(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    before = fingerprint(made)
    git(made.path, "init", "--quiet", "trap")
    write(made.path, {"monitor": f"#!/bin/sh\ntouch {tmp_path}/ran\n", "a": "evil\n"})
    (made.path / "monitor").chmod(0o755)
    git(made.path / "trap", "config", "core.fsmonitor", f"{made.path}/monitor")
    (made.path / ".git").write_text("gitdir: trap/.git\n")

    look(made)

    assert not (tmp_path / "ran").exists()
    assert {"the worktree's .git", "trap/.git"} <= set(tampered(before, fingerprint(made)))
    git(made.path, "status")
    assert (tmp_path / "ran").exists(), "the trap itself does not spring"


def test_hooks_that_stand_in_the_tree_run_nothing(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n", "hooks/pre-commit": "#!/bin/sh\n"})
    git(made.repository.work_tree, "config", "core.hooksPath", "hooks")
    before = fingerprint(made)
    for name in ("pre-commit", "post-index-change", "reference-transaction", "post-checkout"):
        write(made.path, {f"hooks/{name}": f"#!/bin/sh\ntouch {tmp_path}/ran\n"})
        (made.path / f"hooks/{name}").chmod(0o755)
    write(made.path, {"a": "evil\n"})

    look(made)

    assert not (tmp_path / "ran").exists()
    assert () == tampered(before, fingerprint(made))
    git(made.path, "commit", "--quiet", "--all", "--message", "x")
    assert (tmp_path / "ran").exists(), "the trap itself does not spring"


def test_configuration_that_the_repository_includes_from_the_tree_runs_nothing(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n", ".gitconfig": "", ".gitattributes": "* filter=x diff=x merge=x\n"})
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    script.chmod(0o755)
    git(made.path, "config", "include.path", f"{made.path}/.gitconfig")
    orders = {
        "filter.x": ("clean", "smudge", "process"),
        "diff.x": ("textconv", "command"),
        "merge.x": ("driver",),
        "core": ("fsmonitor", "hooksPath", "pager", "editor", "sshCommand", "gitProxy"),
        "diff": ("external",),
        "gpg": ("program",),
        "alias": ("update-ref", "add"),
    }
    for section, keys in orders.items():
        for key in keys:
            git(made.path, "config", "--file", f"{made.path}/.gitconfig", f"{section}.{key}", str(script))
    write(made.path, {"a": "evil\n"})

    look(made)

    assert not (tmp_path / "ran").exists()


def test_a_worktree_whose_folder_was_swapped_for_a_link_gives_no_file_of_elsewhere(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"d/a": "1\n"})
    write(tmp_path / "home", {"a": "secret\n"})
    (made.path / "d/a").unlink()
    (made.path / "d").rmdir()
    (made.path / "d").symlink_to(tmp_path / "home")
    at = head(made.repository).commit

    tree = snapshot(made, start=at, ignoring_at=at).tree

    assert {"d": f"{tmp_path}/home\n", "d/a": ""} == {
        each.path: each.after for each in diffs(made.repository, at, tree)
    }


def test_replaced_objects_change_nothing_that_is_read(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    old, new = head(made).commit, commit(made.work_tree, {"a": "2\n"})
    git(made.work_tree, "replace", new, old)

    assert ["a"] == [each.path for each in diffs(made, old, new)]
