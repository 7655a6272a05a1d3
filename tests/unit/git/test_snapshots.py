import os
from pathlib import Path

import pytest

from remit.git import Snapshot, Worktree, changes, head, ignored_at, show, snapshot
from tests.unit.git.repositories import git, texts, worktree, write

PROVES = ("R1", "V1")


def taken(made: Worktree) -> Snapshot:
    at = head(made.repository).commit
    return snapshot(made, start=at, ignoring_at=at)


def differs(made: Worktree) -> dict[str, str]:
    """What a snapshot has that the commit before it has not, by status and mode."""
    return {
        each.path: f"{each.status} {each.new_mode}"
        for each in changes(made.repository, head(made.repository).commit, taken(made).tree)
    }


def test_a_snapshot_holds_what_was_changed_added_and_deleted(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n", "b": "2\n", "c/d": "3\n"})
    write(made.path, {"a": "changed\n", "new/e": "4\n"})
    (made.path / "b").unlink()

    assert {"a": "modified 100644", "b": "deleted 000000", "new/e": "added 100644"} == differs(made)
    assert b"changed\n" == show(made.repository, taken(made).tree, "a")


def test_a_worktree_that_is_as_it_was_is_the_tree_that_it_came_from(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n", "c/d": "3\n"})

    assert Snapshot(git(made.path, "rev-parse", "HEAD^{tree}")) == taken(made)


def test_a_snapshot_touches_neither_index(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    indices = (made.git_dir / "index", made.repository.git_dir / "index")
    before = [path.read_bytes() for path in indices]
    write(made.path, {"a": "2\n", "new": "1\n"})

    taken(made)

    assert before == [path.read_bytes() for path in indices]
    assert "M a\n?? new" == git(made.path, "status", "--porcelain")


def test_modes_and_kinds_are_part_of_it(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n", "b": "2\n", "d/e": "3\n", "f": "4\n"})
    (made.path / "a").chmod(0o755)
    (made.path / "b").unlink()
    (made.path / "b").symlink_to("/etc/passwd")
    (made.path / "d/e").unlink()
    (made.path / "d").rmdir()
    (made.path / "d").symlink_to("/etc")
    (made.path / "f").unlink()
    write(made.path, {"f/g": "5\n"})

    assert {
        "a": "modified 100755",
        "b": "retyped 120000",
        "d": "added 120000",
        "d/e": "deleted 000000",
        "f": "deleted 000000",
        "f/g": "added 100644",
    } == differs(made)
    assert b"/etc/passwd" == show(made.repository, taken(made).tree, "b")


def test_an_edit_that_keeps_size_and_times_is_seen(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    git(made.repository.work_tree, "config", "core.checkStat", "minimal")
    git(made.repository.work_tree, "config", "core.trustCTime", "false")
    status = (made.path / "a").stat()
    write(made.path, {"a": "2\n"})
    os.utime(made.path / "a", ns=(status.st_atime_ns, status.st_mtime_ns))

    assert {"a": "modified 100644"} == differs(made)


def test_an_edit_that_the_index_is_told_to_overlook_is_seen(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n", "b": "1\n"})
    git(made.path, "update-index", "--assume-unchanged", "a")
    git(made.path, "update-index", "--skip-worktree", "b")
    git(made.path, "config", "core.fileMode", "false")
    write(made.path, {"a": "2\n", "b": "2\n"})
    (made.path / "a").chmod(0o755)

    assert {"a": "modified 100755", "b": "modified 100644"} == differs(made)


def test_what_the_base_ignores_is_no_result(tmp_path: Path) -> None:
    made = worktree(tmp_path, {".gitignore": "build/\n*.log\n", "sub/.gitignore": "/own\n!keep.log\n"})
    write(made.path, {"build/x": "1", "a.log": "1", "sub/own": "1", "sub/keep.log": "1", "own": "1"})

    assert {"sub/keep.log": "added 100644", "own": "added 100644"} == differs(made)


def test_what_the_base_tracks_is_a_result_even_where_a_rule_names_it(tmp_path: Path) -> None:
    made = worktree(tmp_path, {".gitignore": "*.log\n", "kept.log": "1\n"})
    write(made.path, {"kept.log": "2\n"})

    assert {"kept.log": "modified 100644"} == differs(made)


def test_rules_that_the_agent_wrote_neither_hide_nor_bring(tmp_path: Path) -> None:
    made = worktree(tmp_path, {".gitignore": "node_modules/\n"})
    write(made.path, {".gitignore": "*.py\n", "new/.gitignore": "*\n"})
    write(made.path, {"evil.py": "1", "new/x": "1", "node_modules/big/y": "1"})

    assert {
        ".gitignore": "modified 100644",
        "evil.py": "added 100644",
        "new/.gitignore": "added 100644",
        "new/x": "added 100644",
    } == differs(made)


def test_attributes_that_the_agent_wrote_change_no_byte(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    git(made.path, "config", "filter.x.clean", f"touch {tmp_path}/ran; echo cleaned")
    git(made.path, "config", "filter.x.required", "true")
    write(made.path, {".gitattributes": "* filter=x text eol=crlf ident\n", "b": "$Id: x $\r\nend\n"})

    at = taken(made).tree

    assert b"$Id: x $\r\nend\n" == show(made.repository, at, "b")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["git~1", "a/.GIT/config", "a/.git/config"])
def test_a_file_that_git_will_not_take_is_told_and_costs_no_other(tmp_path: Path, name: str) -> None:
    made = worktree(tmp_path, {"a/b": "1\n"})
    write(made.path, {name: "1\n", "good": "1\n"})

    found = taken(made)

    assert b"1\n" == show(made.repository, found.tree, "good")
    assert (() if name == "a/.git/config" else (name,)) == found.left_out


def test_a_nested_repository_without_a_commit_costs_no_other_file(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    git(made.path, "init", "--quiet", "inner")
    write(made.path, {"good": "1\n", "inner/hidden": "1\n"})

    assert {"good": "added 100644"} == differs(made)
    assert ("inner/",) == taken(made).left_out


def test_odd_names_survive(tmp_path: Path) -> None:
    names = ["a b", "ü", 'q"uote', "back\\slash", ":(top)x", "line\nbreak", "-dash", "*", "tab\t"]
    made = worktree(tmp_path, {"a": "1\n"})
    write(made.path, dict.fromkeys(names, "1\n"))
    (made.path / os.fsdecode(b"\xff")).write_text("1\n")

    assert dict.fromkeys([*names, "\udcff"], "added 100644") == differs(made)


def test_a_pipe_is_neither_read_nor_kept(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    os.mkfifo(made.path / "pipe")
    (made.path / "a").unlink()
    os.mkfifo(made.path / "a")

    assert {} == differs(made)
    assert ("a",) == taken(made).left_out


def test_only_what_the_commit_ignores_and_does_not_track_is_ignored_at_it(tmp_path: Path) -> None:
    made = worktree(tmp_path, {".gitignore": "*.log\ncache/\n", "kept.log": "1\n"})
    write(made.path, {".gitignore": "*\n"})
    asked = ["a.log", "kept.log", "cache/deep/x", "cache", "src/a.py", ":(top)a.log"]

    assert [":(top)a.log", "a.log", "cache/deep/x"] == sorted(
        ignored_at(made.repository, head(made.repository).commit, asked)
    )
    assert () == ignored_at(made.repository, head(made.repository).commit, [])


def test_what_the_person_excludes_in_this_clone_is_ignored_too(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    (made.repository.git_dir / "info/exclude").write_text("scratch\n")
    write(made.path, {"scratch": "1\n"})

    assert {} == differs(made)
    assert {"a", "scratch"} == set(texts(made.path))
