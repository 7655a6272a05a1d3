"""Which files a walk meets: what git ignores, what is never entered, links, and what cannot be entered."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.model.found import PassedOver
from remit.sources.ignores import Ignores
from remit.sources.tree import walk

PROVES = ("A5", "A7")

PATTERNS = [
    "a", "*", "a*", "*b", "/a", "a/", "a/b", "**/b", "a/**", "a/**/b", "!a", "!b", "!*.txt", "*.txt", "[ab]", "[!a]*", "?", "a?b",
    "\\!a", "#c", "\\#c", "a ", "foo.*", "/*", "!/a", "!a/", "build/", "**", "*a*b", "[[:alpha:]]", "\\a", "[x", "[]x]", "a\\ ",
    "/**/b", "**/a/**", "a*/b", "[a-b]b", "ab\\", "!/foo.txt", "a/*", "!a/b", "",
]  # fmt: skip
PATHS = [
    "a",
    "b/a",
    "a/b",
    "b/ab/b",
    "a/b/a",
    ".x",
    "foo.txt",
    "b/foo.txt",
    "a b",
    "[x]",
    "build/a",
    "c/build/x",
    "ab",
    "#c",
    "!a",
]


def everything(_path: str) -> bool:
    return True


def written(root: Path, *paths: str, text: str = "x") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def git(folder: Path, *words: str) -> str:
    environment = {"HOME": "/nonexistent", "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        ["git", *words], cwd=folder, env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("repository")
    git(root, "init", "-q")
    for path in PATHS:
        if not (root / path).is_dir():
            try:
                written(root, path)
            except OSError:
                continue
    return root


@given(
    outer=st.lists(st.sampled_from(PATTERNS), max_size=4),
    inner=st.lists(st.sampled_from(PATTERNS), max_size=4),
    excluded=st.sampled_from(PATTERNS),
)
def test_a_walk_meets_what_git_would_show(repository: Path, outer: list[str], inner: list[str], excluded: str) -> None:
    (repository / ".gitignore").write_text("\n".join(outer))
    (repository / "b/.gitignore").write_text("\r\n".join(inner))
    (repository / ".git/info/exclude").write_text(excluded)
    shown = git(repository, "-c", "core.excludesFile=/dev/null", "ls-files", "-co", "--exclude-standard", "-z")

    assert walk(repository, "", everything).files == sorted(name for name in shown.split("\0") if name)


def test_ignore_files_count_without_git_too(tmp_path: Path) -> None:
    written(tmp_path, "a/x.md", "a/y.md", "z.md")
    written(tmp_path, ".gitignore", text="*.md\n")
    written(tmp_path, "a/.gitignore", text="!y.md\n")

    assert walk(tmp_path, "", lambda path: path.endswith(".md")).files == ["a/y.md"]
    assert walk(tmp_path, "a", lambda path: path.endswith(".md")).files == ["a/y.md"]


def test_ignore_files_above_the_root_count_up_to_the_repository(tmp_path: Path) -> None:
    written(tmp_path, "repo/sub/x.md", "repo/sub/y.md")
    written(tmp_path, ".gitignore", text="*.md\n")
    written(tmp_path, "repo/.gitignore", text="/sub/x.md\n")
    (tmp_path / "repo/.git").mkdir()

    assert walk(tmp_path / "repo/sub", "", everything).files == ["y.md"]


def test_some_folders_are_never_entered(tmp_path: Path) -> None:
    written(
        tmp_path,
        ".git/a",
        ".venv/a",
        "pkg/node_modules/a",
        ".remit/a",
        "remit/snapshots/a",
        "remit/b",
        "env/pyvenv.cfg",
        "env/a",
    )

    assert walk(tmp_path, "", everything).files == ["remit/b"]


def test_a_folder_that_is_named_is_entered_whatever_it_is(tmp_path: Path) -> None:
    written(tmp_path, ".venv/a")
    written(tmp_path, ".gitignore", text=".venv/\n")

    assert walk(tmp_path, ".venv", everything).files == [".venv/a"]


def test_files_come_in_the_order_of_their_code_points(tmp_path: Path) -> None:
    names = ["Z", "a", "a-b", "a.b", "a/b", "ä", "日"]
    written(tmp_path, *(f"{name}.x" for name in names))

    assert walk(tmp_path, "", everything).files == ["Z.x", "a-b.x", "a.b.x", "a.x", "a/b.x", "ä.x", "日.x"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    written(tmp_path, "outside/x", "root/a/b")
    root = tmp_path / "root"
    (root / "loop").symlink_to(root)
    (root / "inside").symlink_to("a/b")
    (root / "out").symlink_to(tmp_path / "outside")
    (root / "none").symlink_to("nothing")
    (root / "circle").symlink_to("circle")
    tree = walk(root, "", everything)

    assert tree.files == ["a/b"]
    assert tree.passed_over == [
        PassedOver("circle", "a symbolic link to nothing, or in a circle"),
        PassedOver("none", "a symbolic link to nothing, or in a circle"),
        PassedOver("out", "a symbolic link that leads out of the folder; not followed"),
    ]


def test_names_that_are_no_text_are_passed_over(tmp_path: Path) -> None:
    os.close(os.open(os.fsencode(tmp_path) + b"/\xff.md", os.O_CREAT | os.O_WRONLY))

    assert walk(tmp_path, "", everything).passed_over == [PassedOver("\\xff.md", "its name is not UTF-8")]


def test_a_folder_that_is_gone_is_passed_over(tmp_path: Path) -> None:
    assert walk(tmp_path, "gone", everything).passed_over == [
        PassedOver("gone", "the folder cannot be entered: no such file or directory")
    ]


def test_an_ignore_file_that_is_no_text_ignores_nothing_and_is_told(tmp_path: Path) -> None:
    written(tmp_path, "a")
    (tmp_path / ".gitignore").write_bytes(b"\xff\na\n")
    tree = walk(tmp_path, "", everything)

    assert tree.files == [".gitignore", "a"]
    assert [row.path for row in tree.passed_over] == [".gitignore"]


def test_a_pattern_made_to_be_slow_is_not() -> None:
    rules = Ignores.of("*a" * 40 + "b\n" + "**/a/" * 40 + "c\n")

    assert rules.verdict("a" * 200, is_folder=False) is None
    assert rules.verdict("/".join(["a"] * 200), is_folder=False) is None
