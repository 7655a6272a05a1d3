"""What a real disk says of paths: links, case, folders, mounts, and trees that change while they are looked at."""

import os
import threading
from pathlib import Path

import pytest

from remit.errors import FileRefused
from remit.paths import DiskFacts
from remit.sources.disk_facts import facts_of

PROVES = ("S4",)


def fact(root: Path, path: str) -> DiskFacts:
    return facts_of(root, [path])[path]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "src/auth").mkdir(parents=True)
    (root / "src/auth/token.py").write_text("x")
    (tmp_path / "outside").mkdir()
    return root


def links(root: Path, **targets: str) -> None:
    for name, target in targets.items():
        (root / name).symlink_to(target)


def test_a_plain_file_and_one_that_is_not_there_yet_have_nothing_to_say(root: Path) -> None:
    plain = DiskFacts()

    assert {"src/auth/token.py": plain, "src/auth/new.py": plain, "new/deep/x.py": plain} == facts_of(
        root, ["src/auth/token.py", "src/auth/new.py", "new/deep/x.py"]
    )


def test_a_folder_is_one_and_a_pattern_below_it_is_none(root: Path) -> None:
    assert fact(root, "src/auth") == DiskFacts(is_directory=True)
    assert fact(root, "src/**") == DiskFacts()


@pytest.mark.parametrize(
    ("target", "path", "resolved"),
    [
        ("src", "link/auth/token.py", "src/auth/token.py"),
        ("src/auth/token.py", "link", "src/auth/token.py"),
        ("./src//auth/../auth", "link/x", "src/auth/x"),
        ("not/there", "link/x", "not/there/x"),
        (".git/config", "link", ".git/config"),
    ],
)
def test_a_link_that_stays_is_told_by_where_it_leads(root: Path, target: str, path: str, resolved: str) -> None:
    links(root, link=target)

    assert fact(root, path) == DiskFacts(resolved=resolved)


def test_a_link_to_the_root_itself_is_told(root: Path) -> None:
    links(root, link=".")

    assert fact(root, "link") == DiskFacts(resolved=".", is_directory=True)
    assert fact(root, "link/link/src/x") == DiskFacts(resolved="src/x")


def test_an_absolute_link_is_judged_by_its_place(root: Path) -> None:
    links(root, inside=str(root / "src"), outside=str(root.parent / "outside"), sibling=f"{root}-2")

    assert fact(root, "inside/auth/x") == DiskFacts(resolved="src/auth/x")
    assert fact(root, "outside/x") == DiskFacts(leaves_root=True)
    assert fact(root, "sibling") == DiskFacts(leaves_root=True)


@pytest.mark.parametrize("target", ["..", "../outside", "src/../../outside", "/etc", "src/auth/../../.."])
def test_a_link_that_leaves_is_told_from_any_depth(root: Path, target: str) -> None:
    links(root, swap=target, chain="swap")
    (root / "src/deep").symlink_to("../swap")

    for path in ("swap", "swap/x", "chain/x/y", "src/deep/x"):
        assert fact(root, path) == DiskFacts(leaves_root=True), path


def test_what_climbs_over_a_folder_that_is_not_there_is_left_to_be_judged_as_text(root: Path) -> None:
    links(root, link="missing/../../outside")

    assert fact(root, "link/x") == DiskFacts(resolved="missing/../../outside/x")


def test_links_in_a_circle_end(root: Path) -> None:
    links(root, loop="loop", one="two/x", two="one/x")

    for path in ("loop/loop/x", "loop", "one", "two/y"):
        assert fact(root, path) == DiskFacts(leaves_root=True), path


def test_a_long_chain_of_links_ends_where_the_system_would_end_it(root: Path) -> None:
    (root / "link0").symlink_to("src")
    for number in range(1, 60):
        (root / f"link{number}").symlink_to(f"link{number - 1}")

    assert fact(root, "link39/x") == DiskFacts(resolved="src/x")
    assert fact(root, "link40/x") == DiskFacts(leaves_root=True)


def test_another_name_that_differs_in_case_alone_is_told(root: Path) -> None:
    (root / "Makefile").touch()

    assert fact(root, "makefile") == DiskFacts(case_twin="Makefile")
    assert fact(root, "SRC/new/x.py").case_twin == "src/new/x.py"
    assert fact(root, "src/AUTH/token.py").case_twin == "src/auth/token.py"
    assert fact(root, "Makefile") == DiskFacts()


def test_a_name_written_with_other_code_points_is_another_name_on_some_disks_only(root: Path) -> None:
    (root / "caf\u00e9").touch()

    assert fact(root, "Cafe\u0301").case_twin == "caf\u00e9"


def test_a_folder_on_another_mount_is_outside() -> None:
    assert Path("/").stat().st_dev != Path("/dev").stat().st_dev

    assert fact(Path("/"), "dev/null") == DiskFacts(leaves_root=True)


def test_a_file_in_place_of_a_folder_ends_the_walk(root: Path) -> None:
    assert fact(root, "src/auth/token.py/x/y") == DiskFacts()


def test_a_pipe_on_the_way_is_not_waited_for(root: Path) -> None:
    os.mkfifo(root / "pipe")

    assert fact(root, "pipe") == DiskFacts()
    assert fact(root, "pipe/x") == DiskFacts()


def test_a_root_that_is_gone_is_refused(root: Path) -> None:
    with pytest.raises(FileRefused, match="no such file or directory"):
        facts_of(root / "gone", ["x"])


def test_descriptors_do_not_pile_up(root: Path) -> None:
    links(root, loop="loop", link="src/auth/../auth", swap="/etc")
    before = len(list(Path("/dev/fd").iterdir()))

    facts_of(root, ["loop/x", "link/token.py", "swap/x", "src/auth/x", "src/auth/token.py/x"])

    assert len(list(Path("/dev/fd").iterdir())) == before


def test_a_folder_that_turns_into_a_link_and_vanishes_while_we_look_never_leads_out(root: Path) -> None:
    (root.parent / "outside/secret").mkdir()
    stop = threading.Event()

    def exchange() -> None:
        door, spare = root / "door", root / "spare"
        while not stop.is_set():
            spare.mkdir()
            spare.rename(door)
            door.rmdir()
            spare.symlink_to("../outside")
            spare.rename(door)
            door.unlink()

    other = threading.Thread(target=exchange)
    other.start()
    try:
        seen = {fact(root, "door/secret") for _ in range(500)}
    finally:
        stop.set()
        other.join(60)

    # `door/secret` is a folder outside only: had anybody followed the link, it would be told as one.
    assert seen <= {DiskFacts(), DiskFacts(leaves_root=True)}
