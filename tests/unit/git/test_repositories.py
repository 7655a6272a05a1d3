import os
import subprocess
from pathlib import Path

import pytest

from remit.errors import GitFailed, ProgramMissing, RepositoryMissing
from remit.git import (
    Head,
    Identity,
    changes,
    commit_tree,
    drop_ref,
    find,
    head,
    identity,
    move_ref,
    refs,
    resolve,
)
from tests.unit.git.repositories import commit, environment, git, repository, worktree

PROVES = ("R1",)

JO = Identity("Jo", "jo@example.org")


def test_a_repository_is_found_from_a_folder_inside_it(tmp_path: Path) -> None:
    made = repository(tmp_path, {"src/a.py": "1\n"})

    found = find(made.work_tree / "src", environment(tmp_path))

    assert made == found
    assert (tmp_path / "project", tmp_path / "project/.git") == (found.work_tree, found.common_dir)


def test_a_linked_checkout_has_its_own_head_and_the_shared_refs(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    git(made.work_tree, "worktree", "add", "--quiet", "-b", "side", "../side")

    found = find(tmp_path / "side", environment(tmp_path))

    assert (made.common_dir, tmp_path / "side") == (found.common_dir, found.work_tree)
    assert Head(head(made).commit, "side") == head(found)


def test_a_worktree_of_ours_leads_to_the_checkout_above_whatever_it_says_of_itself(tmp_path: Path) -> None:
    made = worktree(tmp_path, {"a": "1\n"})
    (tmp_path / "other").mkdir()
    other = repository(tmp_path / "other", {"b": "1\n"})
    (made.path / ".git").write_text(f"gitdir: {other.git_dir}\n")

    assert made.repository == find(made.path, environment(tmp_path))


def test_a_folder_in_no_repository_is_named(tmp_path: Path) -> None:
    with pytest.raises(RepositoryMissing) as refusal:
        find(tmp_path, environment(tmp_path))

    assert f"'{tmp_path}' is in no git repository" == refusal.value.message


def test_a_bare_repository_is_refused(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--bare", "bare")

    with pytest.raises(RepositoryMissing, match="without a checkout"):
        find(tmp_path / "bare", environment(tmp_path))


def test_a_repository_without_a_commit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    git(tmp_path / "project", "init", "--quiet")

    with pytest.raises(RepositoryMissing, match="has no commit"):
        find(tmp_path / "project", environment(tmp_path))


def test_a_machine_without_git_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(ProgramMissing, match="cannot start 'git'"):
        find(tmp_path, {"PATH": str(tmp_path)})


def test_a_git_that_is_too_old_is_refused(tmp_path: Path) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\necho git version 2.37.1\n")
    (tmp_path / "git").chmod(0o755)

    with pytest.raises(GitFailed, match=r"git is 2\.37, expected 2\.38 or newer"):
        find(tmp_path, {"PATH": str(tmp_path)})


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can own a repository as somebody else")
def test_a_repository_of_somebody_else_is_refused_with_the_way_in(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    for path in (made.work_tree, made.git_dir):
        os.chown(path, 12345, 12345)

    with pytest.raises(RepositoryMissing) as refusal:
        find(made.work_tree, environment(tmp_path))
    git(tmp_path, "config", "--file", f"{tmp_path}/home/.gitconfig", "safe.directory", str(made.work_tree))

    assert "belongs to somebody else" in refusal.value.message
    assert made == find(made.work_tree, environment(tmp_path))


def test_the_head_is_a_commit_and_its_branch(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    at = git(made.work_tree, "rev-parse", "HEAD")

    assert Head(at, "main") == head(made)
    git(made.work_tree, "checkout", "--quiet", "--detach")
    assert Head(at, None) == head(made)


def test_a_name_that_is_no_commit_resolves_to_none(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})

    assert head(made).commit == resolve(made, "main")
    assert [None, None, None] == [resolve(made, name) for name in ("no-such", "--all", "main:a")]


def test_commits_carry_the_identity_of_the_person(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    (tmp_path / "home/.gitconfig").write_text("[user]\nname = Ana Ü\nemail = ana@example.org\n")

    assert Identity("Ana Ü", "ana@example.org") == identity(made, environment(tmp_path))


def test_the_repository_may_know_the_person_by_another_name(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    git(made.work_tree, "config", "user.name", "Work")
    git(made.work_tree, "config", "user.email", "work@example.org")

    assert Identity("Work", "work@example.org") == identity(made, environment(tmp_path))


def test_without_an_identity_commits_are_those_of_remit(tmp_path: Path) -> None:
    assert Identity("remit", "remit@localhost") == identity(repository(tmp_path, {"a": "1\n"}), environment(tmp_path))


def test_a_ref_moves_only_from_where_it_is_expected(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    one = head(made).commit
    two = commit(made.work_tree, {"a": "2\n"})
    name = "refs/heads/remit/greet"

    moves = [
        move_ref(made, name, one, None),
        move_ref(made, name, two, None),
        move_ref(made, name, two, two),
        move_ref(made, name, two, one),
        drop_ref(made, name, one),
    ]

    assert [True, False, False, True, False] == moves
    assert {name: two} == refs(made, "refs/heads/remit/")
    assert drop_ref(made, name, two)
    assert {} == refs(made, "refs/heads/remit/")


def test_a_ref_that_cannot_be_is_an_error_and_not_a_lost_race(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})

    with pytest.raises(GitFailed, match=r"git update-ref failed: .*bad name"):
        move_ref(made, "refs/heads/a..b", head(made).commit, None)


def test_the_same_values_make_the_same_commit(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    at = head(made).commit
    tree = git(made.work_tree, "rev-parse", "HEAD^{tree}")

    twice = [commit_tree(made, tree, (at,), "Say\n\nmore <&>\n", by=JO, at_seconds=1_800_000_000) for _ in "12"]

    assert twice[0] == twice[1]
    said = git(made.work_tree, "log", "-1", "--format=%P|%an|%ae|%at|%cn|%B", twice[0])
    assert f"{at}|Jo|jo@example.org|1800000000|Jo|Say\n\nmore <&>" == said
    assert () == changes(made, at, twice[0])


def test_a_repository_of_the_newer_object_format_works_alike(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    git(tmp_path / "project", "init", "--quiet", "--object-format=sha256")
    one = commit(tmp_path / "project", {"a": "1\n"})
    made = find(tmp_path / "project", environment(tmp_path))
    two = commit(made.work_tree, {"a": "2\n"})

    assert 64 == len(one)
    assert ["a"] == [each.path for each in changes(made, one, two)]
    assert move_ref(made, "refs/remit/x", two, None)


def test_a_hook_and_a_signature_that_the_repository_wants_are_not_had(tmp_path: Path) -> None:
    made = repository(tmp_path, {"a": "1\n"})
    hook = made.git_dir / "hooks/reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    git(made.work_tree, "config", "commit.gpgSign", "true")
    git(made.work_tree, "config", "gpg.program", str(hook))
    tree = subprocess.run(
        ["git", "rev-parse", "HEAD^{tree}"], cwd=made.work_tree, capture_output=True, text=True, check=True
    ).stdout.strip()
    (tmp_path / "ran").unlink(missing_ok=True)

    made_commit = commit_tree(made, tree, (), "x", by=JO, at_seconds=0)

    assert move_ref(made, "refs/remit/x", made_commit, None)
    assert not (tmp_path / "ran").exists()
