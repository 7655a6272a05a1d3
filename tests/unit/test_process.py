import hashlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from remit.errors import ProgramMissing
from remit.process import Ended, run

PROVES = ("V3",)

SECONDS = 30.0
PATH = {"PATH": os.defpath}
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists what descends from a process")


def ran(
    *argv: str,
    cwd: Path,
    stdin: bytes | None = None,
    timeout_seconds: float = SECONDS,
    limit: int = 2**20,
) -> Ended:
    return run(argv, cwd=cwd, env=PATH, stdin=stdin, timeout_seconds=timeout_seconds, output_limit_bytes=limit)


def python(code: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", "-c", textwrap.dedent(code), *arguments)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def is_gone(pid: int) -> bool:
    """Whether a process ends within a bounded time: a signal is sent at once, and takes effect a moment later."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if not is_running(pid):
            return True
    return False


def both(stdout: bytes, stderr: bytes) -> str:
    return hashlib.sha256(hashlib.sha256(stdout).digest() + hashlib.sha256(stderr).digest()).hexdigest()


def test_a_program_ends_with_its_code_and_both_streams(tmp_path: Path) -> None:
    ended = ran("sh", "-c", "echo out; echo err >&2; exit 3", cwd=tmp_path)

    assert (3, b"out\n", b"err\n", False) == (
        ended.exit_code,
        ended.stdout.kept,
        ended.stderr.kept,
        ended.timed_out,
    )
    assert both(b"out\n", b"err\n") == ended.digest
    assert 0 < ended.seconds < SECONDS


def test_arguments_reach_the_program_as_they_are(tmp_path: Path) -> None:
    hostile = ("; touch made", "$(touch made)", "a b", "*", "")

    ended = ran(*python("import sys; print(ascii(sys.argv[1:]))", *hostile), cwd=tmp_path)

    assert f"{list(hostile)!r}\n".encode() == ended.stdout.kept
    assert list(tmp_path.iterdir()) == []


def test_the_environment_is_the_one_given_and_no_more(tmp_path: Path) -> None:
    ended = run(
        ["env"], cwd=tmp_path, env={"PATH": os.defpath, "A": "1"}, timeout_seconds=SECONDS, output_limit_bytes=9999
    )

    assert {b"A=1", b"PATH=" + os.defpath.encode()} == set(ended.stdout.kept.splitlines())


def test_the_program_runs_in_the_folder_named(tmp_path: Path) -> None:
    assert f"{tmp_path.resolve()}\n".encode() == ran("pwd", "-P", cwd=tmp_path).stdout.kept


def test_standard_input_is_empty_unless_given(tmp_path: Path) -> None:
    assert b"" == ran("cat", cwd=tmp_path).stdout.kept


def test_input_larger_than_a_pipe_comes_back_whole(tmp_path: Path) -> None:
    data = os.urandom(3_000_000)

    ended = ran("cat", cwd=tmp_path, stdin=data, limit=2**23)

    assert data == ended.stdout.kept


@pytest.mark.parametrize("program", ["true", "head -c 10"])
def test_input_that_nobody_reads_to_its_end_holds_nothing_up(tmp_path: Path, program: str) -> None:
    ended = ran(*program.split(), cwd=tmp_path, stdin=b"x" * 3_000_000)

    assert (0, False) == (ended.exit_code, ended.timed_out)


@pytest.mark.parametrize(
    ("limit", "head", "tail"),
    [
        (0, b"", b""),
        (1, b"0", b""),
        (4, b"01", b"89"),
        (9, b"01234", b"6789"),
        (10, b"01234", b"56789"),
        (11, b"012345", b"6789"),
    ],
)
def test_beginning_and_end_of_long_output_are_kept(tmp_path: Path, limit: int, head: bytes, tail: bytes) -> None:
    ended = ran("printf", "0123456789", cwd=tmp_path, limit=limit)

    assert (head, tail, 10 - len(head + tail)) == (ended.stdout.head, ended.stdout.tail, ended.stdout.dropped)
    assert both(b"0123456789", b"") == ended.digest


def test_output_past_the_limit_is_counted_and_digested(tmp_path: Path) -> None:
    size = 5_000_000

    ended = ran(*python("import sys; sys.stderr.write('e' * int(sys.argv[1]))", str(size)), cwd=tmp_path, limit=1000)

    assert (1000, size - 1000) == (len(ended.stderr.kept), ended.stderr.dropped)
    assert both(b"", b"e" * size) == ended.digest


def test_a_program_that_a_signal_ends_has_no_exit_code(tmp_path: Path) -> None:
    ended = ran("sh", "-c", "kill -9 $$", cwd=tmp_path)

    assert (None, False) == (ended.exit_code, ended.timed_out)


def test_a_timeout_ends_the_program_and_keeps_what_it_said(tmp_path: Path) -> None:
    ended = ran("sh", "-c", "echo begun; trap '' TERM; while :; do sleep 60; done", cwd=tmp_path, timeout_seconds=0.5)

    assert (None, True, b"begun\n") == (ended.exit_code, ended.timed_out, ended.stdout.kept)
    assert 0.5 <= ended.seconds < SECONDS


def test_a_timeout_ends_a_program_that_closed_its_streams(tmp_path: Path) -> None:
    ended = ran("sh", "-c", "exec >&- 2>&-; sleep 60", cwd=tmp_path, timeout_seconds=0.5)

    assert (None, True) == (ended.exit_code, ended.timed_out)


def below(kind: str) -> tuple[str, ...]:
    """A program that starts others of a kind, says their numbers and its own, and stays."""
    return python(
        """
        import os, subprocess, sys, time
        own = {"session": {"start_new_session": True}, "group": {"process_group": 0}, "plain": {}}[sys.argv[1]]
        inner = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid()));"
        inner += "os.rename(sys.argv[1], sys.argv[2]); time.sleep(600)"
        for number in "12":
            subprocess.Popen([sys.executable, "-I", "-S", "-c", inner, number, "pid" + number], **own)
        while not (os.path.exists("pid1") and os.path.exists("pid2")):
            time.sleep(0.01)
        open("pid0", "w").write(str(os.getpid()))
        if sys.argv[2] == "stays":
            time.sleep(600)
        """,
        kind,
    )


def pids(folder: Path) -> list[int]:
    return [int(path.read_text()) for path in sorted(folder.glob("pid?"))]


@LINUX
@pytest.mark.parametrize("kind", ["plain", "group", "session"])
def test_a_timeout_leaves_nothing_that_the_program_started(tmp_path: Path, kind: str) -> None:
    ended = ran(*below(kind), "stays", cwd=tmp_path, timeout_seconds=1.5)

    assert ended.timed_out
    assert 3 == len(pids(tmp_path))
    assert [] == [pid for pid in pids(tmp_path) if not is_gone(pid)]


def test_what_stays_in_the_group_after_the_end_is_killed_and_holds_nothing_up(tmp_path: Path) -> None:
    ended = ran(*below("plain"), "goes", cwd=tmp_path)

    assert (0, False) == (ended.exit_code, ended.timed_out)
    assert [] == [pid for pid in pids(tmp_path) if not is_gone(pid)]


def test_what_left_the_group_holds_nothing_up_after_the_end(tmp_path: Path) -> None:
    ended = ran(*below("session"), "goes", cwd=tmp_path)
    for pid in pids(tmp_path)[1:]:
        os.kill(pid, signal.SIGKILL)

    assert (0, False) == (ended.exit_code, ended.timed_out)
    assert ended.seconds < SECONDS


def test_neither_zombie_nor_descriptor_nor_thread_is_left(tmp_path: Path) -> None:
    def held() -> tuple[int, int]:
        return len(list(Path("/dev/fd").iterdir())), threading.active_count()

    before = held()
    ended = [
        ran("sh", "-c", "echo $$", cwd=tmp_path),
        ran("sh", "-c", "echo $$; sleep 60", cwd=tmp_path, timeout_seconds=0.3),
    ]

    assert before == held()
    for each in ended:
        with pytest.raises(ChildProcessError):
            os.waitpid(int(each.stdout.kept), os.WNOHANG)


def test_an_interrupt_ends_the_program_too(tmp_path: Path) -> None:
    code = """
    import os, pathlib, signal
    from remit.process import run
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(1)
    run(["sh", "-c", "echo $$ > pid1; sleep 600"], cwd=pathlib.Path("."), env={"PATH": os.defpath},
        timeout_seconds=600, output_limit_bytes=0)
    """
    outer = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], cwd=tmp_path, capture_output=True, timeout=SECONDS, check=False
    )

    assert b"KeyboardInterrupt" in outer.stderr
    assert 1 == len(pids(tmp_path))
    assert [] == [pid for pid in pids(tmp_path) if not is_gone(pid)]


REFUSED: dict[str, tuple[Sequence[str], str]] = {
    "a missing program": (["no-such-program"], "cannot start 'no-such-program': no such file or directory"),
    "a file that is no program": (["./plain"], "cannot start './plain': permission denied"),
    "a folder": (["./folder"], "cannot start './folder': permission denied"),
    "too much to say": (["true", "x" * 2**22], "cannot start 'true': argument list too long"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_program_that_cannot_be_started_is_named_with_the_reason(tmp_path: Path, name: str) -> None:
    (tmp_path / "plain").write_text("text")
    (tmp_path / "folder").mkdir()
    argv, message = REFUSED[name]

    with pytest.raises(ProgramMissing) as refusal:
        ran(*argv, cwd=tmp_path)

    assert message == refusal.value.message


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProgramMissing) as refusal:
        ran("true", cwd=tmp_path / "gone")

    assert f"cannot start 'true' in '{tmp_path}/gone': no such file or directory" == refusal.value.message
