import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from remit.disk import LIMIT, beneath, project_root, read_bytes, read_text, read_text_beneath, write_atomic
from remit.errors import FileRefused

PROVES = ("U1",)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def make_large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LIMIT + 1)


REFUSED: dict[str, Callable[[Path], object]] = {
    "it is a folder, expected a regular file": Path.mkdir,
    "it is a named pipe, expected a regular file": os.mkfifo,
    "it is a socket, expected a regular file": make_socket,
    "it is a device, expected a regular file": lambda path: path.symlink_to("/dev/zero"),
    "it is a symbolic link to nothing": lambda path: path.symlink_to("nothing"),
    "its symbolic links go round in a circle": lambda path: path.symlink_to(path.name),
    "it is larger than 16 MiB": make_large,
    "no UTF-8 at byte 1, expected UTF-8 text": lambda path: path.write_bytes(b"a\xff"),
    "a NUL stands at byte 2, expected text": lambda path: path.write_bytes(b"ab\0"),
    "there is no such file": lambda path: path,
}


def from_stdin(data: bytes) -> subprocess.CompletedProcess[bytes]:
    code = (
        "import sys; from remit.disk import read_text; sys.stdout.buffer.write(ascii(read_text('-', limit=5)).encode())"
    )
    return subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, timeout=60, check=False)


def test_a_text_is_read_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("é\r\n\ufeff".encode())

    assert "é\r\n\ufeff" == read_text(tmp_path / "a")


def test_a_link_to_a_file_that_a_person_names_is_followed(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("text")
    (tmp_path / "link").symlink_to("a")

    assert "text" == read_text(str(tmp_path / "link"))


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_no_text_file_is_refused_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "thing"
    REFUSED[reason](path)

    with pytest.raises(FileRefused) as refused:
        read_text(path)

    assert f"cannot read '{path}': {reason}" == refused.value.message
    assert refused.value.help


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x/" * 5000, "x" * 300])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(FileRefused, match="cannot read"):
        read_text(name)


def test_a_folder_on_the_way_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")

    with pytest.raises(FileRefused, match="a part of its path is no folder"):
        read_text(tmp_path / "a/b")


def test_bytes_need_not_be_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff\0")

    assert b"\xff\0" == read_bytes(tmp_path / "a")


def test_a_file_of_just_the_limit_is_taken(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")

    assert b"12345" == read_bytes(tmp_path / "a", limit=5)
    with pytest.raises(FileRefused, match="larger than 4 bytes"):
        read_bytes(tmp_path / "a", limit=4)


def test_a_file_that_gives_more_than_it_says_is_still_bounded() -> None:
    endless = Path("/proc/self/maps")
    if not endless.exists():
        pytest.skip("no file of unknown size here: it needs /proc")

    assert endless.stat().st_size == 0
    with pytest.raises(FileRefused, match="larger than 10 bytes"):
        read_bytes(endless, limit=10)


def test_a_hyphen_is_standard_input() -> None:
    assert b"'a\\xe9'" == from_stdin("aé".encode()).stdout


def test_a_path_called_hyphen_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").write_text("a file")

    assert "a file" == read_text(Path("-")) == read_text("./-")


@pytest.mark.parametrize(
    ("data", "reason"), [(b"123456", "larger than 5 bytes"), (b"\xff", "no UTF-8"), (b"\0", "a NUL")]
)
def test_standard_input_is_bounded_and_text_too(data: bytes, reason: str) -> None:
    done = from_stdin(data)

    assert 1 == done.returncode
    assert f"cannot read standard input: {'it is ' if 'larger' in reason else ''}{reason}" in done.stderr.decode()


def test_a_file_below_the_root_is_read(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/c").write_text("é")

    assert "é" == read_text_beneath(tmp_path, "a/b/c")


def test_a_root_may_itself_be_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "root/a").write_text("text")
    (tmp_path / "link").symlink_to("root")

    assert "text" == read_text_beneath(tmp_path / "link", "a")


@pytest.mark.parametrize("relative", ["", ".", "..", "../a", "a/../b", "/etc/passwd", "a//b", "a/", "./a", "a\0"])
def test_a_name_that_is_no_plain_path_is_refused(tmp_path: Path, relative: str) -> None:
    with pytest.raises(FileRefused, match="no plain path below the project"):
        read_text_beneath(tmp_path, relative)


@pytest.mark.parametrize("relative", ["file", "folder/a", "inner/file", "loop", "dangling", "dangling/a"])
def test_no_link_below_the_root_is_followed(tmp_path: Path, relative: str) -> None:
    outside = tmp_path / "outside"
    root = tmp_path / "root"
    for folder in (outside, root / "inner"):
        folder.mkdir(parents=True)
    (outside / "a").write_text("secret")
    (root / "own").write_text("own")
    (root / "file").symlink_to("../outside/a")
    (root / "folder").symlink_to("../outside")
    (root / "inner/file").symlink_to("../own")
    (root / "loop").symlink_to("loop")
    (root / "dangling").symlink_to("nothing")

    with pytest.raises(FileRefused, match="a part of its path is a symbolic link, and none is followed here"):
        read_text_beneath(root, relative)


@pytest.mark.parametrize(
    ("relative", "reason"),
    [
        ("pipe", "it is a named pipe"),
        ("folder", "it is a folder"),
        ("absent", "there is no such file"),
        ("file/a", "a part of its path is no folder"),
        ("absent/a", "there is no such file"),
    ],
)
def test_what_is_no_regular_file_below_the_root_is_refused(tmp_path: Path, relative: str, reason: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()

    with pytest.raises(FileRefused, match=reason):
        read_text_beneath(tmp_path, relative)


def test_a_file_that_is_moved_away_while_it_is_open_is_still_the_one_that_was_opened(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("first")

    with beneath(tmp_path, "a") as descriptor:
        (tmp_path / "a").unlink()
        (tmp_path / "a").symlink_to("/etc/passwd")

        assert b"first" == os.read(descriptor, 100)


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/c").write_text("text")
    before = os.dup(0)
    os.close(before)

    read_text(tmp_path / "a/b/c")
    read_text_beneath(tmp_path, "a/b/c")
    for refused in ("a/b", "a/absent/c", "a/b/c/d"):
        with pytest.raises(FileRefused):
            read_text_beneath(tmp_path, refused)
        with pytest.raises(FileRefused):
            read_text(tmp_path / refused)
    after = os.dup(0)
    os.close(after)

    assert before == after


def test_a_new_file_gets_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_atomic(tmp_path / "a", b"data")

    assert b"data" == (tmp_path / "a").read_bytes()
    assert (tmp_path / "usual").stat().st_mode == (tmp_path / "a").stat().st_mode
    assert {"a", "usual"} == {path.name for path in tmp_path.iterdir()}


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a longer text than before")
    (tmp_path / "a").chmod(0o640)
    write_atomic(tmp_path / "a", b"data")

    assert b"data" == (tmp_path / "a").read_bytes()
    assert 0o640 == stat.S_IMODE((tmp_path / "a").stat().st_mode)


def test_a_reader_of_the_old_file_keeps_it_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with (tmp_path / "a").open("rb") as reading:
        write_atomic(tmp_path / "a", b"new")

        assert b"old" == reading.read()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (Path.mkdir, "it is a folder"),
        (os.mkfifo, "it is a named pipe"),
        (lambda path: path.symlink_to("victim"), "it is a symbolic link"),
    ],
)
def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path, make: Callable[[Path], object], reason: str) -> None:
    (tmp_path / "victim").write_text("kept")
    make(tmp_path / "a")

    with pytest.raises(FileRefused, match=f"cannot write '.*': {reason}"):
        write_atomic(tmp_path / "a", b"data")

    assert "kept" == (tmp_path / "victim").read_text()
    assert {"a", "victim"} == {path.name for path in tmp_path.iterdir()}


def test_a_file_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileRefused, match=r"cannot write '.*': there is no such file"):
        write_atomic(tmp_path / "absent/a", b"data")


def test_the_root_of_a_project_is_where_git_says(tmp_path: Path) -> None:
    inner = tmp_path / "a/b"
    inner.mkdir(parents=True)

    assert inner == project_root(inner)
    (tmp_path / ".git").write_text("gitdir: elsewhere\n")
    assert tmp_path == project_root(inner)
