import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from remit.sandbox.launcher import landlock_abi, open_plainly
from tests.unit.sandbox.grounds import SECONDS, STATE, WHY_NOT, Ground, ground, users

PROVES = ("R4", "V3")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has what this stands on")
CONFINES = pytest.mark.skipif(not STATE.works, reason=WHY_NOT)


@pytest.fixture(params=users())
def place(request: pytest.FixtureRequest) -> Iterator[Ground]:
    with ground(request.param) as made:
        yield made


def seen(folder: Path) -> dict[str, str]:
    """Everything below a folder: kind, and what it holds or leads to."""
    return {
        path.relative_to(folder).as_posix(): f"link {path.readlink()}"
        if path.is_symlink()
        else path.read_text()
        if path.is_file()
        else "other"
        for path in sorted(folder.rglob("*"))
    }


def fill(place: Ground) -> None:
    """The same in both folders, as the user's own."""
    line = "for d in in out; do echo kept > $d/file; mkdir $d/sub; echo kept > $d/sub/deep; done"
    assert 0 == place.launched("--anywhere", "--", "sh", "-c", line).exit_code


ATTACKS = (
    "echo new > out/new",
    "echo more >> out/file",
    ": > out/file",
    "rm out/file",
    "rm -r out/sub",
    "rmdir out/sub",
    "mkdir out/dir",
    "mkfifo out/pipe",
    "mv out/file out/other",
    "mv out/file in/stolen",
    "mv in/file out/brought",
    "ln in/file out/hard",
    "ln out/file in/hard; echo changed > in/hard",
    "ln -s x out/link",
    "ln -s ../out/file in/link; echo changed > in/link",
    "ln -s ../out in/folder; echo new > in/folder/new",
    "echo changed > in/../out/file",
    "cd out; echo changed > file",
    "echo changed > /proc/self/cwd/out/file",
    'echo changed > "/proc/self/root$PWD/out/file"',
    "sed -i s/kept/changed/ out/file",
    "cp in/file out/file",
    "truncate -s 0 out/file",
    "setsid sh -c 'echo changed > out/file'",
    "(setsid sh -c 'echo changed > out/file; touch in/tried' &) ; while [ ! -e in/tried ]; do :; done",
    "touch launcher.py.new; mv launcher.py.new launcher.py",
    "echo changed > new-at-the-top",
)


@CONFINES
@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_outside_the_grant_is_written(place: Ground, attack: str) -> None:
    fill(place)
    before = (seen(place.outside), sorted(path.name for path in place.folder.iterdir()), place.script.read_bytes())

    place.shell(attack)

    after = (seen(place.outside), sorted(path.name for path in place.folder.iterdir()), place.script.read_bytes())
    assert before == after


@CONFINES
def test_inside_the_grant_everything_may_be_written(place: Ground) -> None:
    fill(place)

    ended = place.shell(
        "set -e; cd in; echo 2 > file; mkdir d; mv file d/moved; ln d/moved hard; ln -s d link; mkfifo p; rm p;"
        "sed -i s/2/3/ d/moved; rm -r sub; truncate -s 1 hard"
    )

    assert (0, b"") == (ended.exit_code, ended.stderr.kept)
    assert {"d": "other", "d/moved": "3\n", "hard": "2", "link": "link d"} == seen(place.granted)


@CONFINES
def test_a_file_that_is_granted_may_be_changed_but_not_replaced(place: Ground) -> None:
    fill(place)
    granted = ("--write", str(place.outside / "file"), "--", "sh", "-c")

    place.launched(*granted, "echo changed > out/file; sed -i s/changed/replaced/ out/file; echo new > out/new")

    assert {"file": "changed\n", "sub": "other", "sub/deep": "kept\n"} == seen(place.outside)


@CONFINES
def test_with_no_grant_at_all_nothing_is_written(place: Ground) -> None:
    ended = place.launched("--", "sh", "-c", "echo new > in/new")

    assert (True, {}) == (ended.exit_code not in {0, 125}, seen(place.granted))


@CONFINES
def test_what_programs_take_for_granted_works(place: Ground) -> None:
    ended = place.shell(
        "set -e; echo x > /dev/null; mktemp > /dev/null;"
        "(echo out > /dev/stdout) | cat; (echo err > /dev/stderr) 2>&1 | cat; cat <<END\nhere\nEND\n"
    )

    assert (0, b"out\nerr\nhere\n", b"") == (ended.exit_code, ended.stdout.kept, ended.stderr.kept)


@CONFINES
def test_modes_and_times_outside_are_not_guarded_so_that_the_comparison_of_files_must_see_them(place: Ground) -> None:
    fill(place)

    place.shell("chmod 755 out/file; touch -d @0 out/file")

    status = (place.outside / "file").stat()
    assert (0o755, 0) == (status.st_mode & 0o777, int(status.st_mtime))


@pytest.mark.skipif(landlock_abi() < 6, reason="this kernel's Landlock does not confine signals")
def test_a_confined_command_cannot_signal_what_runs_outside(place: Ground) -> None:
    victim = subprocess.Popen([*place.switch, "sleep", "600"])
    try:
        ended = place.shell(f"kill -0 {victim.pid} || echo refused; kill -9 $PPID || echo refused")

        assert b"refused\nrefused\n" == ended.stdout.kept
        assert victim.poll() is None
    finally:
        victim.kill()
        victim.wait()


@CONFINES
def test_privileges_cannot_be_gained(place: Ground) -> None:
    ended = place.shell("grep NoNewPrivs /proc/self/status")

    assert b"NoNewPrivs:\t1\n" == ended.stdout.kept


REFUSED = {
    "a path that is not there": ("--write", "{folder}/gone", "--", "touch", "in/ran"),
    "a link": ("--write", "{folder}/link", "--", "touch", "in/ran"),
    "a link on the way": ("--write", "{folder}/link/sub", "--", "touch", "in/ran"),
    "a relative path": ("--write", "in", "--", "touch", "in/ran"),
    "a path that leads upward": ("--write", "{folder}/out/../in", "--", "touch", "in/ran"),
    "an unknown word": ("--wriet", "{folder}/in", "--", "touch", "in/ran"),
    "a grant and none": ("--anywhere", "--write", "{folder}/in", "--", "touch", "in/ran"),
    "no command": ("--write", "{folder}/in", "--"),
    "no end of the words": ("--write", "{folder}/in", "touch", "in/ran"),
    "a path that is no file name": ("--write", "{folder}/in/file/x", "--", "touch", "in/ran"),
}


@CONFINES
@pytest.mark.parametrize("name", REFUSED)
def test_a_command_that_cannot_be_confined_as_asked_is_not_run(place: Ground, name: str) -> None:
    fill(place)
    (place.folder / "link").symlink_to("in")

    ended = place.launched(*(word.format(folder=place.folder) for word in REFUSED[name]))

    assert 125 == ended.exit_code
    assert ended.stderr.kept.startswith(b"remit: cannot confine the command: ")
    assert not (place.granted / "ran").exists()


@pytest.mark.parametrize(
    ("line", "code"), [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137), ("kill -TERM $$", 143), ("exit 125", 125)]
)
def test_the_code_is_the_commands_own(place: Ground, line: str, code: int) -> None:
    assert code == place.launched("--anywhere", "--", "sh", "-c", line).exit_code


@pytest.mark.parametrize(("command", "code"), [("no-such-program", 127), ("./in", 126)])
def test_a_command_that_cannot_be_started_is_told_as_shells_do(place: Ground, command: str, code: int) -> None:
    ended = place.launched("--anywhere", "--", command)

    assert code == ended.exit_code
    assert f"remit: cannot start '{command}': ".encode() in ended.stderr.kept


def test_input_and_output_pass_through(place: Ground) -> None:
    data = os.urandom(500_000)

    assert data == place.launched("--anywhere", "--", "cat", stdin=data).stdout.kept


def test_a_reader_that_goes_early_ends_the_writer_without_a_word(place: Ground) -> None:
    ended = place.launched("--anywhere", "--", "sh", "-c", "yes | head -n 1")

    assert (0, b"y\n", b"") == (ended.exit_code, ended.stdout.kept, ended.stderr.kept)


ORPHAN = """
import os, sys, time
for _ in range(2):
    if os.fork():
        if sys.argv[1] == "stays":
            time.sleep(600)
        while not os.path.exists("in/pid"):
            time.sleep(0.005)
        os._exit(0)
    os.setsid()
open("in/pid.new", "w").write(str(os.getpid()))
os.rename("in/pid.new", "in/pid")
time.sleep(600)
"""


def is_gone(pid: int) -> bool:
    """Whether a process ends within a bounded time; who takes in a dead one may leave it lying for a while."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
    return False


@pytest.mark.parametrize("words", [("--anywhere",), pytest.param(("--write", "{folder}/in"), marks=CONFINES)])
def test_nothing_that_the_command_started_outlives_it_whatever_session_it_moved_to(
    place: Ground, words: tuple[str, ...]
) -> None:
    options = [word.format(folder=place.folder) for word in words]

    ended = place.launched(*options, "--", place.python, "-I", "-S", "-c", ORPHAN, "goes")

    assert (0, False) == (ended.exit_code, ended.timed_out)
    assert is_gone(int((place.granted / "pid").read_text()))


def test_a_timeout_reaches_what_lost_its_parents(place: Ground) -> None:
    line = f"({place.python} -I -S -c '{ORPHAN}' goes &) ; sleep 600"

    ended = place.launched("--anywhere", "--", "sh", "-c", line, timeout_seconds=2)

    assert ended.timed_out
    assert is_gone(int((place.granted / "pid").read_text()))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_end_of_who_started_it_is_the_end_of_all(place: Ground, number: signal.Signals) -> None:
    outer = subprocess.Popen(
        [
            *(*place.switch, place.python, "-I", "-S", "-c"),
            "import subprocess, sys; subprocess.run(sys.argv[1:])",
            *(place.python, "-I", "-S", str(place.script), "--anywhere", "--", place.python, "-I", "-S", "-c", ORPHAN),
            "stays",
        ],
        cwd=place.folder,
    )
    until = time.monotonic() + SECONDS
    while not (place.granted / "pid").exists() and time.monotonic() < until:
        pass

    outer.send_signal(number)
    outer.wait(SECONDS)

    assert is_gone(int((place.granted / "pid").read_text()))


def test_a_plain_path_is_opened_without_following_anything(tmp_path: Path) -> None:
    root = Path(os.path.realpath(tmp_path))
    (root / "a").mkdir()

    descriptor = open_plainly(f"{root}/./a//")

    assert (root / "a").stat().st_ino == os.fstat(descriptor).st_ino
    os.close(descriptor)


def test_the_launcher_needs_the_standard_library_alone() -> None:
    code = textwrap.dedent(
        """
        import runpy, sys
        runpy.run_path(sys.argv[1])
        print(sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"__main__"}))
        """
    )
    path = Path(__file__).parents[3] / "src/remit/sandbox/launcher.py"

    said = subprocess.run([sys.executable, "-I", "-S", "-c", code, path], capture_output=True, text=True, check=True)

    assert "[]\n" == said.stdout
