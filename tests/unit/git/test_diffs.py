from pathlib import Path

import pytest

from remit.errors import GitFailed
from remit.git import Changed, FileDiff, Line, Patch, changes, diffs, head, patch
from tests.unit.git.repositories import commit, git, repository

PROVES = ("V1",)

BEFORE = {"a.py": "one\ntwo\nthree\n", "gone": "x\n", "mode": "m\n", "kind": "k\n"}
AFTER = {"a.py": "one\n2\nthree\nfour\n", "new": "-- a\n++ b\n", "empty": ""}


def two_commits(folder: Path) -> tuple[tuple[Changed, ...], tuple[FileDiff, ...]]:
    made = repository(folder, BEFORE)
    old = head(made).commit
    (made.work_tree / "gone").unlink()
    (made.work_tree / "mode").chmod(0o755)
    (made.work_tree / "kind").unlink()
    (made.work_tree / "kind").symlink_to("a.py")
    new = commit(made.work_tree, AFTER)
    git(made.work_tree, "add", "--all")
    git(made.work_tree, "commit", "--quiet", "--amend", "--no-edit")
    new = head(made).commit
    return changes(made, old, new), diffs(made, old, new)


def test_changes_say_what_became_of_each_path(tmp_path: Path) -> None:
    told = {
        each.path: (each.status, each.old_mode, each.new_mode, each.mode_changed) for each in two_commits(tmp_path)[0]
    }

    assert {
        "a.py": ("modified", "100644", "100644", False),
        "empty": ("added", "000000", "100644", False),
        "gone": ("deleted", "100644", "000000", False),
        "kind": ("retyped", "100644", "120000", True),
        "mode": ("modified", "100644", "100755", True),
        "new": ("added", "000000", "100644", False),
    } == told


def test_a_moved_file_is_one_deleted_and_one_added(tmp_path: Path) -> None:
    made = repository(tmp_path, {"old": "the same text\n" * 20})
    git(made.work_tree, "mv", "old", "new")
    old, new = head(made).commit, commit(made.work_tree, {})

    assert [("new", "added"), ("old", "deleted")] == [(each.path, each.status) for each in changes(made, old, new)]


def test_lines_of_a_diff_are_those_of_the_texts_and_know_their_numbers(tmp_path: Path) -> None:
    found = {each.path: each for each in two_commits(tmp_path)[1]}

    assert BEFORE["a.py"] == found["a.py"].before
    assert AFTER["a.py"] == found["a.py"].after
    assert (Line("+", 2, "2"), Line("+", 4, "four")) == found["a.py"].added
    assert (Line("-", 2, "two"),) == found["a.py"].removed
    assert (Line("+", 1, "-- a"), Line("+", 2, "++ b")) == found["new"].added
    assert {"empty": (), "mode": ()} == {name: found[name].lines for name in ("empty", "mode")}
    assert ("k\n", "a.py\n") == (found["kind"].before, found["kind"].after)
    assert ("x\n", "") == (found["gone"].before, found["gone"].after)


def test_a_file_that_calls_itself_binary_still_shows_its_lines(tmp_path: Path) -> None:
    made = repository(tmp_path, {".gitattributes": "*.py binary\n*.txt diff=secret\n"})
    old = head(made).commit
    git(made.work_tree, "config", "diff.secret.textconv", f"touch {tmp_path}/ran; true")
    git(made.work_tree, "config", "diff.secret.command", f"touch {tmp_path}/ran; true")
    git(made.work_tree, "config", "diff.external", f"touch {tmp_path}/ran; true")

    new = commit(made.work_tree, {"a.py": "x = 1\n", "b.txt": "y\n", "c": "z\0\n"})

    assert {"a.py": "x = 1\n", "b.txt": "y\n", "c": "z\0\n"} == {
        each.path: each.after for each in diffs(made, old, new)
    }
    assert not (tmp_path / "ran").exists()


def test_names_and_text_of_any_kind_are_told_apart(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    old = head(made).commit
    files = {
        "line\nbreak": "diff --git a/x b/x\n",
        'q"uote': "@@ -1 +1 @@\n",
        "ü b": "\ndiff --git a/y b/y",
        "\u2028": "a\u2028b\r\n",
    }

    new = commit(made.work_tree, files)

    assert files | {"ü b": "\ndiff --git a/y b/y\n"} == {each.path: each.after for each in diffs(made, old, new)}


def test_settings_of_the_person_do_not_change_what_is_told(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "one\ntwo\n"})
    for name, value in {
        "diff.noprefix": "true",
        "diff.renames": "copies",
        "color.ui": "always",
        "diff.context": "0",
    }.items():
        git(made.work_tree, "config", name, value)
    old, new = head(made).commit, commit(made.work_tree, {"a": "one\n2\n"})

    assert "diff --git a/a b/a\n" == patch(made, old, new, limit_bytes=1000).text.splitlines(keepends=True)[0]


def test_a_patch_is_cut_at_its_limit_and_says_how_much_is_missing(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    old, new = head(made).commit, commit(made.work_tree, {"a": "2\n" * 1000})

    whole = patch(made, old, new, limit_bytes=10_000)

    assert 0 == whole.dropped
    assert Patch(whole.text[:100], len(whole.text) - 100) == patch(made, old, new, limit_bytes=100)
    assert Patch(whole.text[:-1], 1) == patch(made, old, new, limit_bytes=len(whole.text) - 1)


def test_a_commit_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})

    for ask in (changes, diffs):
        with pytest.raises(GitFailed, match="git diff-tree failed"):
            ask(made, head(made).commit, "0" * 40)
    with pytest.raises(GitFailed, match="git diff-tree failed"):
        patch(made, head(made).commit, "0" * 40, limit_bytes=10)
