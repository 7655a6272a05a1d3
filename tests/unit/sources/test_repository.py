"""What a real repository says around a text: its files without the ignored ones, its commands, the texts of named files."""

from pathlib import Path

import pytest

from remit.sources.repository import repository_facts

PROVES = ("V5", "S11")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "pyproject.toml": "[tool.pytest]\n",
        "package.json": '{"scripts": {"test": "vitest"}}',
        "src/auth.py": "# AC: tokens expire\n",
        "web/app/[id]/page.tsx": "// AC: shows the name\n",
        ".gitignore": "build/\n",
        "build/out.py": "",
        "binary.dat": "a\0b",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_its_files_are_those_that_git_does_not_ignore(root: Path) -> None:
    assert repository_facts(root, "").paths == {
        ".gitignore", "binary.dat", "package.json", "pyproject.toml", "src/auth.py", "web/app/[id]/page.tsx",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Fix src/auth.py.",
        "`src/auth.py`",
        "(see ./src/auth.py)",
        "[x](src/auth.py)",
        "src/auth.py: broken",
        "src//auth.py?",
    ],
)
def test_a_file_that_a_text_names_is_read(root: Path, text: str) -> None:
    assert repository_facts(root, text).texts == {"src/auth.py": "# AC: tokens expire\n"}


def test_a_name_in_brackets_is_read_as_the_file_that_has_them(root: Path) -> None:
    assert list(repository_facts(root, "in web/app/[id]/page.tsx").texts) == ["web/app/[id]/page.tsx"]


@pytest.mark.parametrize("text", ["auth.py", "other/src/auth.py", "src/auth.pyc", "../src/auth.py", "build/out.py"])
def test_what_is_only_like_a_files_name_names_no_file(root: Path, text: str) -> None:
    assert repository_facts(root, text).texts == {}


@pytest.mark.parametrize(
    ("text", "first"), [("", "pytest"), ("src/auth.py", "pytest"), ("web/app/[id]/page.tsx", "npm test")]
)
def test_the_command_for_the_named_kind_of_file_comes_first(root: Path, text: str, first: str) -> None:
    assert repository_facts(root, text).test_commands[0].command == first


def test_a_named_file_that_is_no_text_is_passed_over(root: Path) -> None:
    found = repository_facts(root, "binary.dat")

    assert found.texts == {}
    assert [(row.path, "a NUL stands at byte 1" in row.reason) for row in found.passed_over] == [("binary.dat", True)]


def test_a_named_link_is_not_followed(root: Path) -> None:
    (root / "link.py").symlink_to("/etc/hostname")

    assert repository_facts(root, "link.py").texts == {}
