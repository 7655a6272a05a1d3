"""Standard output, log lines, columns and the JSON envelope; it must not know what is shown."""

import json
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import click

_PATIENCE_SECONDS = 1

_log = logging.getLogger("remit")


def write(text: str) -> None:
    """Put text on standard output: UTF-8 in every locale, escapes where a name holds bytes that are not."""
    sys.stdout.write(text)


def write_bytes(data: bytes) -> None:
    """Put exact bytes on standard output, after all that was written before."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def write_json(kind: str, fields: Mapping[str, object]) -> None:
    """Put one line of JSON on standard output, named by its schema; ASCII, so that no reader can split or lose it."""
    write(json.dumps({"schema": f"remit.{kind}/1", **fields}) + "\n")


def columns(rows: Sequence[Sequence[str]], *, first: int = 0) -> list[str]:
    """Rows as lines, each column as wide as its widest cell and two spaces apart."""
    if not rows:
        return []
    widths = [max(map(len, cells)) + 2 for cells in zip(*rows, strict=True)]
    widths[0] = max(widths[0], first)
    return ["".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def visible(text: str) -> str:
    """The text with everything that a terminal would obey or hide written out."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def complain(text: str, *, colour: bool | None) -> None:
    """Put text on standard error, with its colours where they are wanted."""
    click.echo(text, err=True, nl=False, color=colour)


def warn(text: str) -> None:
    """Put a warning on standard error, unless all is to be quiet."""
    _log.warning("%s", text)


def note(text: str) -> None:
    """Put an aside on standard error where a person watches; nothing that a script could need."""
    if sys.stderr.isatty() and _log.level < logging.ERROR:
        sys.stderr.write(f"{text}\n")


def wants_colour() -> bool:
    """Whether standard output is to have colours: as `--color` says, else where it is a terminal and nothing speaks against it."""
    wanted = click.get_current_context().color
    return sys.stdout.isatty() if wanted is None else wanted


def progress(done: str) -> Callable[[int, int], None]:
    """A line on standard error that counts up, where a person watches and the work has lasted a second."""
    if not sys.stderr.isatty() or _log.level >= logging.ERROR:
        return _unseen
    started = time.monotonic()

    def show(number: int, total: int) -> None:
        if time.monotonic() - started > _PATIENCE_SECONDS:
            last = number == total
            sys.stderr.write("\r\x1b[K" if last else f"\r{number} of {total} {done}")
            sys.stderr.flush()

    return show


def _unseen(number: int, total: int) -> None:
    """No progress is shown."""


class _LogLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return visible(f"{record.levelname.lower()}: {record.getMessage()}")


def set_logging(level: Literal["DEBUG", "WARNING", "ERROR"]) -> None:
    """Send the package's own log lines of this level and above to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_LogLine())
    _log.handlers = [handler]
    _log.setLevel(level)
    _log.propagate = False
