"""A search of a repository: what is read, in what order, what is passed over, and what is refused."""

import os
from pathlib import Path

import pytest

from remit.errors import FileRefused
from remit.model.found import PassedOver, Search
from remit.sources.search import search, search_text

PROVES = ("A5", "A7")

FORTY = " ".join(f"word{number}" for number in range(40))
PYTHON = f'prompt = "{FORTY}"\n'
ASKS = "You are a librarian. Your task is to answer the question below.\n"


def put(root: Path, path: str, content: str | bytes = "Sort the mail.\n") -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(content if isinstance(content, bytes) else content.encode())


def paths(found: Search) -> list[str]:
    return [prompt.path for prompt in found.prompts]


def test_prompts_come_in_the_order_of_paths(tmp_path: Path) -> None:
    put(tmp_path, "prompts/b.md")
    put(tmp_path, "prompts/a.md")
    put(tmp_path, "app.py", PYTHON)
    put(tmp_path, "conf/a.yaml", f"prompt: {FORTY}\n")
    put(tmp_path, "README.md")
    found = search(tmp_path)

    assert paths(found) == ["app.py", "conf/a.yaml", "prompts/a.md", "prompts/b.md"]
    assert (found.files_read, found.passed_over) == (4, ())


def test_only_what_is_named_is_searched(tmp_path: Path) -> None:
    put(tmp_path, "prompts/a.md")
    put(tmp_path, "src/prompts/b.md")
    put(tmp_path, "src/app.py", PYTHON)

    assert paths(search(tmp_path, ["src", "src/app.py", "./src/../src/app.py"])) == ["src/app.py", "src/prompts/b.md"]
    assert paths(search(tmp_path, [str(tmp_path / "prompts")])) == ["prompts/a.md"]


def test_paths_outside_of_the_root_are_shown_as_given(tmp_path: Path) -> None:
    put(tmp_path, "there/prompts/a.md")
    (tmp_path / "here").mkdir()

    assert paths(search(tmp_path / "here", ["../there"])) == ["../there/prompts/a.md"]
    assert paths(search(tmp_path / "here", ["../there/prompts/a.md"])) == ["../there/prompts/a.md"]
    assert paths(search(tmp_path / "here", [f"{tmp_path}/there"])) == [f"{tmp_path}/there/prompts/a.md"]


def test_a_named_file_is_a_prompt_if_it_reads_as_one(tmp_path: Path) -> None:
    put(tmp_path, "notes.md", ASKS)
    put(tmp_path, "README.md", ASKS)
    put(tmp_path, "story.md", "Once upon a time there was a king.\n")

    assert paths(search(tmp_path, ["notes.md", "README.md", "story.md"])) == ["notes.md"]
    assert paths(search(tmp_path)) == []


def test_named_source_of_tests_is_searched(tmp_path: Path) -> None:
    put(tmp_path, "tests/test_a.py", PYTHON)

    assert paths(search(tmp_path, ["tests"])) == []
    assert paths(search(tmp_path, ["tests/test_a.py"])) == ["tests/test_a.py"]


def test_globs_add_and_leave_out(tmp_path: Path) -> None:
    put(tmp_path, "texts/a.md")
    put(tmp_path, "prompts/b.md")
    put(tmp_path, "tests/test_c.py", PYTHON)

    assert paths(search(tmp_path, include=["texts/**", "tests/**"])) == [
        "prompts/b.md",
        "tests/test_c.py",
        "texts/a.md",
    ]
    assert paths(search(tmp_path, include=["texts/**"], exclude=["**/*.md"])) == []
    assert paths(search(tmp_path, ["prompts/b.md"], exclude=["**/*.md"])) == ["prompts/b.md"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"a\0b", "a NUL stands at byte 1, expected text"),
        (b"\xff\xfe", "no UTF-8 at byte 0, expected UTF-8 text"),
        (b"x" * (16 * 2**20 + 1), "it is larger than 16 MiB"),
    ],
)
def test_a_file_that_is_no_text_is_passed_over_or_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    put(tmp_path, "prompts/a.md", content)

    assert search(tmp_path).passed_over == (PassedOver("prompts/a.md", reason),)
    with pytest.raises(FileRefused) as refused:
        search(tmp_path, ["prompts/a.md"])
    assert refused.value.message == f"cannot read 'prompts/a.md': {reason}"


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "prompts").mkdir()
    os.mkfifo(tmp_path / "prompts/a.md")

    assert [row.path for row in search(tmp_path).passed_over] == ["prompts/a.md"]


def test_broken_source_is_passed_over_or_refused(tmp_path: Path) -> None:
    put(tmp_path, "app.py", f"{PYTHON}def (:\n")

    assert [(row.path, row.line) for row in search(tmp_path).passed_over] == [("app.py", 2)]
    with pytest.raises(FileRefused) as refused:
        search(tmp_path, ["app.py"])
    assert refused.value.message == "cannot search 'app.py', line 2: no Python that this interpreter can parse"


def test_a_named_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileRefused) as refused:
        search(tmp_path, ["prompts/none.md"])
    assert refused.value.message == "cannot read 'prompts/none.md': there is no such file"


def test_a_named_link_is_followed(tmp_path: Path) -> None:
    put(tmp_path, "other.txt")
    (tmp_path / "prompt.md").symlink_to("other.txt")

    assert paths(search(tmp_path, ["prompt.md"])) == ["prompt.md"]


def test_text_is_searched_as_the_file_that_it_is_said_to_be() -> None:
    assert [prompt.kind for prompt in search_text("app.py", PYTHON).prompts] == ["string"]
    assert [prompt.kind for prompt in search_text("a.md", ASKS).prompts] == ["file"]
    assert search_text("logo.png", ASKS).prompts == ()
    assert [prompt.kind for prompt in search_text("a.md", "Sort.\n", sure=True).prompts] == ["file"]


def test_the_smallest_number_of_words_is_the_callers(tmp_path: Path) -> None:
    put(tmp_path, "app.py", 'prompt = "Sort the mail"\n')

    assert search(tmp_path).short_strings == 1
    assert paths(search(tmp_path, min_words=3)) == ["app.py"]


def test_an_empty_folder_holds_nothing(tmp_path: Path) -> None:
    assert search(tmp_path) == Search()
