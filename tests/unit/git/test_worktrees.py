import os
from pathlib import Path

from remit.git import add_worktree, head, open_worktree, remove_tree, remove_worktree, uncommitted
from tests.unit.git.repositories import commit, git, repository, texts, worktree, write

PROVES = ("R1", "V1")


def test_a_worktree_holds_the_commit_and_leaves_the_checkout_alone(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n", "d/b": "2\n"})
    first = head(made)
    commit(made.work_tree, {"a": "3\n"})

    tree = add_worktree(made, tmp_path / "w", first.commit)

    assert {"a": "1\n", "d/b": "2\n"} == texts(tree.path)
    assert {"a": "3\n", "d/b": "2\n"} == texts(made.work_tree)
    assert (first.commit, "") == (git(tree.path, "rev-parse", "HEAD"), git(tree.path, "status", "--porcelain"))
    assert first.branch == head(made).branch


def test_a_worktree_is_found_again_by_what_the_repository_has_on_record(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    (made.path / ".git").write_text("gitdir: /nowhere\n")

    assert made == open_worktree(made.repository, made.path)
    assert open_worktree(made.repository, tmp_path / "other") is None


def test_a_removed_worktree_leaves_no_file_and_no_record(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})

    remove_worktree(made.repository, made.path)
    remove_worktree(made.repository, made.path)

    assert not made.path.exists()
    assert not made.git_dir.exists()
    assert made == add_worktree(made.repository, made.path, head(made.repository).commit)


def test_a_worktree_of_which_only_the_record_is_left_is_removed(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    remove_tree(made.path)

    remove_worktree(made.repository, made.path)

    assert not made.git_dir.exists()


def test_a_pointer_that_lies_does_not_keep_a_worktree_from_being_removed(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    other = worktree(tmp_path / "project", {"b": "1\n"})
    (made.path / ".git").write_text((other.path / ".git").read_text())

    remove_worktree(made.repository, made.path)

    assert (False, True) == (made.git_dir.exists(), other.git_dir.exists())


def test_content_is_the_commits_own_whatever_the_attributes_say(tmp_path: Path) -> None:
    files = {
        ".gitattributes": "*.txt text eol=crlf\n*.id ident\n*.up filter=up\n",
        "a.txt": "1\n2\n",
        "b.id": "$Id$\n",
        "c.up": "low\n",
    }
    made = repository(tmp_path, files)
    git(made.work_tree, "config", "filter.up.smudge", f"touch {tmp_path}/ran; tr a-z A-Z")
    git(made.work_tree, "config", "core.autocrlf", "true")

    assert files == texts(add_worktree(made, tmp_path / "w", head(made).commit).path)
    assert not (tmp_path / "ran").exists()


def test_a_sparse_checkout_of_the_persons_own_leaves_worktrees_whole(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a/1": "1\n", "b/2": "2\n"})
    git(made.work_tree, "sparse-checkout", "set", "a")

    assert {"a/1": "1\n", "b/2": "2\n"} == texts(add_worktree(made, tmp_path / "w", head(made).commit).path)


def test_what_is_not_committed_is_told_and_the_own_folder_is_no_part_of_it(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n", "b": "2\n", ".gitignore": "x\n"})
    write(made.work_tree, {"a": "changed\n", "new": "1\n", "x": "1\n", ".remit/r": "1\n"})
    git(made.work_tree, "rm", "--quiet", "--cached", "b")
    (made.work_tree / "b").unlink()

    assert ("a", "b", "new") == tuple(sorted(uncommitted(made)))


def test_a_tree_is_deleted_whatever_stands_in_it(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write(outside, {"kept": "1"})
    root = tmp_path / "w"
    write(root, {"a/b/c": "1", "shut/d": "1"})
    (root / "link").symlink_to(outside)
    (root / "a/link").symlink_to(outside / "kept")
    os.mkfifo(root / "pipe")
    deep = os.open(root, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=deep)
        inner = os.open("d", os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = inner
    os.close(deep)
    (root / "shut").chmod(0)

    remove_tree(root)
    remove_tree(root)

    assert {"kept": "1"} == texts(outside)
    assert ["outside"] == [path.name for path in tmp_path.iterdir()]


def test_a_link_that_is_deleted_as_a_tree_leaves_what_it_leads_to(tmp_path: Path) -> None:
    write(tmp_path, {"kept/a": "1"})
    (tmp_path / "link").symlink_to("kept")

    remove_tree(tmp_path / "link")

    assert {"kept/a": "1"} == texts(tmp_path)
