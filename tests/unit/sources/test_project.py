import os
from collections.abc import Callable
from pathlib import Path

import pytest

from remit.errors import FileRefused
from remit.sources.project import Structure, project_context, project_structure

PROVES = ("P7",)


def test_the_project_file_is_read_and_an_older_one_where_it_stands_alone(tmp_path: Path) -> None:
    assert project_context(tmp_path) is None
    (tmp_path / "agentd").mkdir()
    (tmp_path / "agentd" / "project.md").write_text("older")
    assert project_context(tmp_path) == "older"
    (tmp_path / "remit").mkdir()
    (tmp_path / "remit" / "project.md").write_text("A service.")
    assert project_context(tmp_path) == "A service."


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def _nul(path: Path) -> None:
    path.write_bytes(b"a\0b")


def _latin(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(16 * 2**20 + 1)


@pytest.mark.parametrize("make", [_folder, _pipe, _dangling, _nul, _latin, _large])
def test_anything_but_a_text_in_its_place_is_refused(make: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "remit").mkdir()
    make(tmp_path / "remit" / "project.md")
    with pytest.raises(FileRefused, match=r"project\.md"):
        project_context(tmp_path)


def test_the_structure_is_three_levels_of_sorted_names_without_what_tools_leave(tmp_path: Path) -> None:
    for name in ("b/c/d/e.py", "b/a.py", "README.md", ".git/config", "node_modules/x.js", ".venv/y"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert project_structure(tmp_path) == Structure(("README.md", "b/a.py", "b/c/d/"), 0)


def test_a_large_project_is_cut_and_says_by_how_much(tmp_path: Path) -> None:
    for number in range(230):
        (tmp_path / f"{number:03}").write_text("")
    found = project_structure(tmp_path)
    assert (len(found.paths), found.cut) == (200, 30)


def test_links_are_listed_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(".")
    assert project_structure(tmp_path) == Structure(("loop",), 0)


def test_a_folder_that_cannot_be_listed_is_shown_without_its_names(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    assert project_structure(tmp_path) == Structure(("gone/",), 0)
    assert project_structure(tmp_path / "nowhere") == Structure((), 0)
