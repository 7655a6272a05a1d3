import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import remit
from remit.cli import commands
from tests.cli.running import COMMAND, RunRemit, environment

PROVES = ("U1",)

BROKEN = """
import sys
sys.modules["remit.cli.explain"] = None
sys.argv = ["remit", *sys.argv[1:]]
from remit.cli import main
main()
"""


def test_remit_alone_lists_every_command_in_under_twenty_lines(run_remit: RunRemit) -> None:
    ran = run_remit()

    assert ran.code == 0
    assert len(ran.out.splitlines()) < 20
    assert max(map(len, ran.out.splitlines())) <= 90
    assert set(commands.names()) <= set(ran.out.split())


def test_what_is_to_be_tried_first_are_three_commands_that_exist() -> None:
    tried = [command.split() for command, _ in commands.FIRST]

    assert len(tried) == 3
    assert {words[0] for words in tried} == {"remit"}
    assert {words[1] for words in tried} <= set(commands.names())


@pytest.mark.parametrize("name", commands.names())
def test_every_command_has_its_help(run_remit: RunRemit, name: str) -> None:
    ran = run_remit(name, "--help")

    assert ran.code == 0
    assert ran.out.startswith(f"Usage: remit {name}")
    assert ran.err == ""


@pytest.mark.parametrize("name", commands.names())
def test_the_help_of_remit_names_every_command(run_remit: RunRemit, name: str) -> None:
    assert f"\n  {name} " in run_remit("--help").out


def test_the_version_is_that_of_the_package(run_remit: RunRemit) -> None:
    assert run_remit("--version").out == f"remit {remit.__version__}\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("command-mistyped", ("explian",)),
        ("command-unlike-any", ("xyzzy",)),
        ("command-missing", ("config",)),
        ("subcommand-mistyped", ("config", "shwo")),
        ("option-mistyped", ("explain", "--jsn")),
        ("option-of-remit-mistyped", ("--colour", "never")),
        ("option-unlike-any", ("explain", "--xyzzy")),
        ("option-after-the-command", ("explain", "-C", "x")),
        ("option-without-its-value", ("--config",)),
        ("choice-refused", ("completion", "tcsh")),
        ("argument-missing", ("completion",)),
        ("argument-superfluous", ("explain", "a", "b")),
        ("options-exclude-each-other", ("-q", "-v", "explain")),
        ("config-options-exclude-each-other", ("--config", "a.toml", "--no-config", "explain")),
        ("start-folder-missing", ("-C", "nowhere", "explain")),
    ],
)
def test_words_that_do_not_fit_are_answered_with_the_next_edit(
    run_remit: RunRemit, name: str, words: tuple[str, ...]
) -> None:
    ran = run_remit(*words)

    assert ran.code == 2
    assert ran.out == ""
    ran.must_match(name)


def test_an_error_is_one_json_object_as_well_where_json_is_asked_for(run_remit: RunRemit) -> None:
    ran = run_remit("explain", "--json", "SignalInvald")

    assert ran.code == 2
    assert json.loads(ran.out) == {
        "schema": "remit.error/1",
        "error": "PageNotFound",
        "message": "no page of that name: 'SignalInvald', expected a rule, an error or a code",
        "rows": [],
        "help": "did you mean 'SignalInvalid'?",
    }
    assert ran.err.startswith("error: no page of that name: 'SignalInvald'")


def test_a_usage_error_is_json_as_well_where_json_is_asked_for(run_remit: RunRemit) -> None:
    ran = run_remit("explain", "--nonsense", "--json")

    assert json.loads(ran.out)["error"] == "UsageInvalid"


def test_a_word_after_two_dashes_is_no_option(run_remit: RunRemit) -> None:
    ran = run_remit("explain", "--", "--json")

    assert ran.out == ""
    assert ran.err.startswith("error: no page of that name: '--json'")


def test_a_command_starts_in_the_folder_after_c(run_remit: RunRemit, project: Path) -> None:
    (project / "inner").mkdir()
    (project / "inner/remit.toml").write_text("audit.min_words = 7\n")

    assert json.loads(run_remit("-C", "inner", "config", "show", "--json").out)["file"] == "remit.toml"


def test_a_folder_that_is_gone_is_an_error(home: Path, project: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", 'rmdir "$PWD" && exec "$0" config show', COMMAND],
        capture_output=True,
        cwd=project,
        env=environment(home),
        text=True,
        timeout=60,
        check=False,
    )

    assert 2 == done.returncode
    assert "error: cannot start in '.': no such file or directory, expected a folder\n" in done.stderr


@pytest.mark.parametrize(
    ("words", "env", "coloured"),
    [
        ((), {}, False),
        (("--color", "always"), {}, True),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "auto"), {"NO_COLOR": "1"}, False),
        (("--color", "never"), {}, False),
    ],
)
def test_colour_stands_where_it_is_wanted(
    run_remit: RunRemit, words: tuple[str, ...], env: dict[str, str], coloured: bool
) -> None:
    assert ("\x1b[" in run_remit(*words, "explain", "nothing", env=env).err) is coloured


def test_what_a_terminal_would_obey_is_written_out(run_remit: RunRemit) -> None:
    ran = run_remit("explain", "a\x1b[2Jb\u202ec\nd")

    assert ran.err.splitlines()[0].startswith(r"error: no page of that name: 'a\x1b[2Jb\u202ec\nd', ")


def test_an_argument_of_any_bytes_is_quoted(run_remit: RunRemit) -> None:
    ran = run_remit("explain", "--json", b"\xff\xfe")

    assert ran.code == 2
    assert r"'\udcff\udcfe'" in ran.err
    assert json.loads(ran.out)["error"] == "PageNotFound"


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_output_is_utf8_in_every_locale(run_remit: RunRemit, project: Path, locale: str) -> None:
    (project / "remit.toml").write_text('audit.exclude = ["é→"]\n', encoding="utf-8")
    env = {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}

    assert '["é→"]' in run_remit("config", "show", env=env).out


def test_a_full_disk_is_an_error(project: Path, home: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [COMMAND, "config", "schema"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=project,
            env=environment(home),
            text=True,
            timeout=60,
            check=False,
        )

    assert (2, "error: cannot write standard output: no space left on device") == (
        done.returncode,
        done.stderr.splitlines()[0],
    )


def test_a_reader_who_leaves_is_no_news(project: Path, home: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [COMMAND, "config", "schema"],
            stdout=pipe,
            stderr=subprocess.PIPE,
            cwd=project,
            env=environment(home),
            timeout=60,
            check=False,
        )

    assert (-signal.SIGPIPE, b"") == (done.returncode, done.stderr)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_exit_code(project: Path, home: Path, closed: str) -> None:
    def run(words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", "-c", f'"$0" {words} {closed}', COMMAND],
            capture_output=True,
            cwd=project,
            env=environment(home),
            text=True,
            timeout=60,
            check=False,
        )

    good, bad = run("config show"), run("explain nothing")

    assert (0, "") == (good.returncode, good.stderr)
    assert (2, False) == (bad.returncode, "Traceback" in bad.stderr)


def test_an_interruption_ends_with_130_and_without_a_traceback(project: Path, home: Path) -> None:
    with subprocess.Popen(
        [COMMAND, "--config", "-", "config", "show"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=project,
        env=environment(home),
    ) as running:
        assert running.stdin is not None
        # More than a pipe holds: it is gone only when the command has begun to read.
        running.stdin.write(b"#" * 200_000)
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)

    assert (130, b"", b"interrupted\n") == (running.returncode, out, err)


def broken(*words: str) -> subprocess.CompletedProcess[str]:
    """A run in which a module of the package cannot be imported."""
    return subprocess.run(
        [sys.executable, "-I", "-c", BROKEN, *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_a_fault_of_ours_names_versions_and_the_way_to_it() -> None:
    done = broken("explain", "my secret prompt")

    assert (70, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("bug: remit met a condition that it does not know: ModuleNotFoundError\n")
    assert f"  version  remit {remit.__version__}, Python {sys.version.split()[0]}" in done.stderr
    assert "remit/cli/commands.py:" in done.stderr
    assert "Traceback" not in done.stderr
    assert "halted" not in done.stderr
    assert "secret" not in done.stderr


def test_a_fault_of_ours_says_more_when_asked() -> None:
    assert "import of remit.cli.explain halted" in broken("-v", "explain").stderr


def test_a_fault_of_ours_is_json_as_well_where_json_is_asked_for() -> None:
    done = broken("explain", "--json")

    assert (70, "Bug") == (done.returncode, json.loads(done.stdout)["error"])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_asks_the_command_itself(run_remit: RunRemit, shell: str) -> None:
    ran = run_remit("completion", shell)

    assert ran.code == 0
    assert f"_REMIT_COMPLETE={shell}_complete" in ran.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("remit expl", ["plain,explain"]),
        ("remit --ver", ["plain,--verbose", "plain,--version"]),
        ("remit config s", ["plain,schema", "plain,show"]),
        ("remit explain --js", ["plain,--json"]),
    ],
)
def test_words_are_completed(run_remit: RunRemit, words: str, expected: list[str]) -> None:
    count = str(len(words.split()) - 1)
    ran = run_remit(env={"_REMIT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": count})

    assert expected == ran.out.split()
