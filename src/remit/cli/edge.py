"""The entry point: streams, exit codes and the last word on any exception; it must not know the commands."""

import io
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

import click
from click.shell_completion import shell_complete

from remit.cli import output, voice
from remit.cli.app import app
from remit.errors import FileRefused, RemitError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_FAULT = 70
_INTERRUPTED = 130
_COMPLETION = "_REMIT_COMPLETE"


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    _open_streams()
    try:
        code = _run(sys.argv[1:])
    except _ReaderGone:
        _drop_output()
        # As any tool of the system ends whose reader has seen enough: a shell tells it from a result.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
        code = 128 + signal.SIGPIPE  # where the caller has the signal blocked
    sys.exit(code)


def _run(words: list[str]) -> int:
    ctx = click.Context(app, info_name="remit", **app.context_settings)
    # Taken from the words themselves: most usage errors come before any option has its value.
    as_json = "--json" in (words[: words.index("--")] if "--" in words else words)
    try:
        code = _invoke(ctx, words)
        sys.stdout.flush()
    except RemitError as error:
        return _report(error, ctx, as_json=as_json)
    except click.UsageError as error:
        return _report(voice.usage_error(error), ctx, as_json=as_json)
    except (KeyboardInterrupt, click.Abort):
        output.complain("interrupted\n", colour=ctx.color)
        return _INTERRUPTED
    except _OutputLost as lost:
        _drop_output()
        return _report(_output_lost(lost), ctx, as_json=False)
    except _ReaderGone:
        raise
    except Exception as error:  # noqa: BLE001  # the last word on what nobody foresaw
        return _report_fault(error, ctx, as_json=as_json)
    return code


def _invoke(ctx: click.Context, words: list[str]) -> int:
    if _COMPLETION in os.environ:
        return shell_complete(app, {}, "remit", _COMPLETION, os.environ[_COMPLETION])
    try:
        with ctx:
            app.parse_args(ctx, words)
            code = app.invoke(ctx)
    except click.exceptions.Exit as done:
        return done.exit_code
    if not isinstance(code, int):
        raise TypeError("a command returns its exit code")
    return code


def _report(error: RemitError, ctx: click.Context, *, as_json: bool) -> int:
    output.complain(voice.error_text(error), colour=ctx.color)
    if as_json:
        _write_last(voice.error_fields(error))
    return error.exit_code


def _report_fault(error: Exception, ctx: click.Context, *, as_json: bool) -> int:
    verbose = bool(ctx.params.get("verbose"))
    output.complain(voice.fault_text(error, verbose=verbose), colour=ctx.color)
    if as_json:
        _write_last(voice.fault_fields(error, verbose=verbose))
    return _FAULT


def _write_last(fields: dict[str, object]) -> None:
    try:
        output.write_json("error", fields)
        sys.stdout.flush()
    except _OutputLost:
        # The same was said on standard error, and the exit code is that of the first failure.
        _drop_output()


class _OutputLost(Exception):
    """Standard output takes nothing more; what was written is not whole."""


class _ReaderGone(Exception):
    """Whoever read standard output has closed it."""


def _output_lost(lost: _OutputLost) -> FileRefused:
    return FileRefused(f"cannot write standard output: {lost}", help="make room, or send the output elsewhere")


class _StandardOutput(io.FileIO):
    # Told apart here, since a broken pipe of a child process is none of ours.
    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise _ReaderGone from error
        except OSError as error:
            raise _OutputLost(os.strerror(error.errno or 0).lower()) from error


def _open_streams() -> None:
    """Give every process three open streams, and both outputs UTF-8 whatever the locale says."""
    # A file opened later would otherwise take the number of a closed stream, and get what was meant for it.
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    raw = _StandardOutput(1, "w", closefd=False)
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", newline="\n", line_buffering=raw.isatty()
    )
    sys.stderr = open(  # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", newline="\n", buffering=1, closefd=False
    )


def _drop_output() -> None:
    """Let the interpreter's own last flush meet no second failure."""
    empty = os.open(os.devnull, os.O_WRONLY)
    os.dup2(empty, 1)
    os.close(empty)
