from pathlib import Path

import pytest

from remit.errors import GitFailed
from remit.git import Merged, Repository, changes, head, merge_tree, show
from tests.unit.git.repositories import commit, git, repository

PROVES = ("R1", "T8")


def branches(
    folder: Path, base: dict[str, str], ours: dict[str, str], theirs: dict[str, str]
) -> tuple[Repository, str, str]:
    made = repository(folder, base)
    git(made.work_tree, "checkout", "--quiet", "-b", "theirs")
    other = commit(made.work_tree, theirs)
    git(made.work_tree, "checkout", "--quiet", "main")
    return made, commit(made.work_tree, ours), other


def test_changes_that_do_not_meet_become_one_tree(tmp_path: Path) -> None:
    made, ours, theirs = branches(tmp_path, {"a": "1\n", "b": "1\n"}, {"a": "2\n"}, {"b": "2\n"})

    merged = merge_tree(made, ours, theirs)

    assert ((), ()) == (merged.conflicts, merged.messages)
    assert [b"2\n", b"2\n"] == [show(made, merged.tree, name) for name in "ab"]
    assert head(made).commit == ours


def test_a_conflict_names_its_paths_and_leaves_its_markers_in_the_tree(tmp_path: Path) -> None:
    made, ours, theirs = branches(
        tmp_path, {"a": "1\n", "ü b": "1\n"}, {"a": "2\n", "ü b": "2\n"}, {"a": "3\n", "ü b": "3\n"}
    )

    merged = merge_tree(made, ours, theirs)

    assert ("a", "ü b") == merged.conflicts
    assert "CONFLICT (content): Merge conflict in a" in merged.messages
    assert b"<<<<<<<" == (show(made, merged.tree, "a") or b"")[:7]


def test_a_file_deleted_here_and_changed_there_is_a_conflict(tmp_path: Path) -> None:
    made, ours, theirs = branches(tmp_path, {"a": "1\n"}, {"b": "1\n"}, {"a": "2\n"})
    git(made.work_tree, "rm", "--quiet", "a")
    ours = commit(made.work_tree, {"b": "2\n"})

    assert ("a",) == merge_tree(made, ours, theirs).conflicts


def test_a_merge_driver_that_attributes_name_is_not_run_and_hides_no_conflict(tmp_path: Path) -> None:
    attributes = {".gitattributes": "a merge=mine\nb merge=union\n"}
    made, ours, theirs = branches(
        tmp_path, attributes | {"a": "1\n", "b": "1\n"}, {"a": "2\n", "b": "2\n"}, {"a": "3\n", "b": "3\n"}
    )
    git(made.work_tree, "config", "merge.mine.driver", f"touch {tmp_path}/ran; true")

    assert ("a", "b") == merge_tree(made, ours, theirs).conflicts
    assert not (tmp_path / "ran").exists()


def test_what_is_no_commit_cannot_be_merged(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})

    with pytest.raises(GitFailed, match="git merge-tree failed"):
        merge_tree(made, head(made).commit, "no-such")


def test_a_merge_that_changes_nothing_is_our_tree(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    at = head(made).commit

    merged = merge_tree(made, at, at)

    assert Merged(merged.tree) == merged
    assert () == changes(made, at, merged.tree)


def test_a_file_is_shown_as_the_commit_has_it(tmp_path: Path) -> None:
    made = repository(tmp_path, {"d/a b": "1\r\n", ":(top)x": "2\n"})
    (made.work_tree / "link").symlink_to("/etc/passwd")
    git(made.work_tree, "add", "link")
    git(made.work_tree, "commit", "--quiet", "--message", "link")
    at = head(made).commit

    assert (b"1\r\n", b"2\n", b"/etc/passwd") == tuple(show(made, at, name) for name in ("d/a b", ":(top)x", "link"))
    assert (None, None, None) == tuple(show(made, at, name) for name in ("d", "no-such", "*"))
