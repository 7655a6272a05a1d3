from pathlib import Path

import pytest

from remit.errors import SandboxMissing
from remit.paths import Scope
from remit.process import run
from remit.sandbox import UNCONFINED, Cage, SandboxState, grants, must_work, private_room, probe
from tests.unit.sandbox.grounds import STATE, WHY_NOT

PROVES = ("R4",)


def granted(root: Path, *patterns: str) -> list[str]:
    return [path.relative_to(root).as_posix() for path in grants(root, Scope.of(patterns))]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("src/deep/a.py", "src/b.py", "docs/c.md", "d.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    (tmp_path / "link").symlink_to("src")
    (tmp_path / "docs/out").symlink_to("/etc")
    (tmp_path / "docs/passwd").symlink_to("/etc/passwd")
    return tmp_path


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (("src/b.py",), ["src/b.py"]),
        (("src/b.py", "d.txt"), ["d.txt", "src/b.py"]),
        (("src/new.py",), ["src"]),
        (("src/new/deeper/x.py",), ["src"]),
        (("new.py",), ["."]),
        (("src/deep/**",), ["src/deep"]),
        (("src/**/*.py", "src/b.py"), ["src"]),
        (("src/deep",), ["src/deep"]),
        (("**/*.py",), ["."]),
        (("*.md", "src/b.py"), ["."]),
        (("src/b.py/x",), ["src/b.py"]),
        (("link/b.py",), ["."]),
        (("docs/out/hosts",), ["docs"]),
        (("docs/passwd",), ["docs"]),
        ((), []),
    ],
)
def test_a_scope_grants_files_where_they_stand_and_else_the_nearest_folder(
    tree: Path, patterns: tuple[str, ...], expected: list[str]
) -> None:
    assert expected == granted(tree, *patterns)


def test_the_words_in_front_of_a_command_name_every_grant() -> None:
    words = Cage((Path("/a b"), Path("/c"))).prefix

    assert ("--write", "/a b", "--write", "/c", "--") == words[-5:]
    assert UNCONFINED == (*words[:-5], "--anywhere", "--")


@pytest.mark.skipif(not STATE.works, reason=WHY_NOT)
def test_the_prefix_confines_a_command(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    (root / "in").mkdir()

    ended = run(
        (*Cage((root / "in",)).prefix, "sh", "-c", "echo 1 > in/a; echo 1 > b"),
        cwd=root,
        env={"PATH": "/usr/bin:/bin"},
        timeout_seconds=60,
        output_limit_bytes=1000,
    )

    assert (True, False) == ((root / "in/a").exists(), (root / "b").exists())
    assert ended.exit_code not in {0, 125}


def test_a_room_is_empty_private_and_gone_afterwards() -> None:
    with private_room() as room:
        folder = room.home.parent
        assert {"HOME": str(room.home), "TMPDIR": str(room.temporary)} == room.variables
        assert ([], []) == (list(room.home.iterdir()), list(room.temporary.iterdir()))
        assert 0o700 == folder.stat().st_mode & 0o777
        (room.home / "shut").mkdir(mode=0)

    assert not folder.exists()


def test_what_is_said_of_the_sandbox_was_tried() -> None:
    state = probe()

    assert state.works == (state.why == "")
    assert not state.works or state.abi >= 3


def test_a_machine_that_confines_nothing_is_refused_with_the_reason() -> None:
    must_work(SandboxState(True, 3))

    with pytest.raises(SandboxMissing) as refusal:
        must_work(SandboxState(False, 0, "this kernel has no Landlock"))

    assert "nothing here can confine a command: this kernel has no Landlock" == refusal.value.message
    assert 2 == refusal.value.exit_code
