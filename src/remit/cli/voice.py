"""Errors, usage errors and faults in one voice, as text and as JSON; it must not know where they arise."""

import re
import sys
import traceback
from pathlib import Path

import click

from remit import __version__
from remit.cli.output import visible
from remit.errors import RemitError, UsageInvalid

# The parser has no class of its own for this one.
_SUPERFLUOUS = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)
_PACKAGE = Path(__file__).parents[1]


def error_text(error: RemitError) -> str:
    """The message, its rows indented under it, then what to do and where to read on."""
    rows = list(error.rows)
    if error.help:
        rows.append(("help", error.help))
    rows.append(("see", f"remit explain {error.page}"))
    width = max(len(visible(label)) for label, _ in rows) + 2
    lines = [f"{click.style('error:', fg='red', bold=True)} {visible(error.message)}"]
    above = None
    for label, text in rows:
        for part in text.split("\n"):
            shown = "" if label == above else visible(label)
            lines.append(f"  {shown.ljust(width)}{visible(part)}".rstrip())
            above = label
    return "\n".join(lines) + "\n"


def error_fields(error: RemitError) -> dict[str, object]:
    return {
        "error": error.page,
        "message": error.message,
        "rows": [{"label": label, "text": text} for label, text in error.rows],
        "help": error.help,
    }


def usage_error(error: click.UsageError) -> UsageInvalid:
    """A condition of the parser's as one of ours."""
    path = error.ctx.command_path if error.ctx else "remit"
    if isinstance(error, click.NoSuchOption):
        return UsageInvalid(f"no such option of '{path}': '{error.option_name}'", help=_option_help(error, path))
    if isinstance(error, click.MissingParameter) and error.param:
        hint = error.param.get_error_hint(error.ctx)
        return UsageInvalid(f"missing {error.param.param_type_name} of '{path}': {hint}", help=f"{path} --help")
    message = error.format_message().strip().removesuffix(".")
    if found := _SUPERFLUOUS.fullmatch(message):
        return UsageInvalid(f"more arguments than '{path}' takes: '{found[1]}'", help=f"{path} --help")
    return UsageInvalid(message[:1].lower() + message[1:], help=f"{path} --help")


def _option_help(error: click.NoSuchOption, path: str) -> str:
    own = error.ctx.find_root().command.params if error.ctx and error.ctx.parent else []
    if any(error.option_name in param.opts for param in own):
        return f"it stands before the command's name: remit {error.option_name} …"
    return f"did you mean '{error.possibilities[0]}'?" if error.possibilities else f"{path} --help"


def fault_text(error: BaseException, *, verbose: bool) -> str:
    """A fault of ours: versions and the way to it, without the values that it met unless more was asked for."""
    python = ".".join(map(str, sys.version_info[:3]))
    lines = [
        f"{click.style('bug:', fg='red', bold=True)} remit met a condition that it does not know: {_kind(error)}",
        f"  version  remit {__version__}, Python {python}, {sys.platform}",
    ]
    lines += [f"  {'message' if not row else '':7}  {visible(line)}" for row, line in enumerate(_said(error, verbose))]
    lines += [f"  {'at' if not row else '':7}  {place}" for row, place in enumerate(_way(error))]
    lines.append("  help     this is ours to mend: please report these lines with the command that led to them")
    return "\n".join(lines) + "\n"


def fault_fields(error: BaseException, *, verbose: bool) -> dict[str, object]:
    rows = [("version", f"remit {__version__}"), *(("message", line) for line in _said(error, verbose))]
    rows += [("at", place) for place in _way(error)]
    return {
        "error": "Bug",
        "message": f"remit met a condition that it does not know: {_kind(error)}",
        "rows": [{"label": label, "text": text} for label, text in rows],
        "help": "please report these lines with the command that led to them",
    }


def _kind(error: BaseException) -> str:
    chain = [type(error).__name__]
    while (cause := error.__cause__ or error.__context__) is not None:
        chain.append(type(cause).__name__)
        error = cause
    return " from ".join(chain)


def _said(error: BaseException, verbose: bool) -> list[str]:
    # An exception's own words can quote a prompt or a variable.
    return str(error).splitlines() if verbose else ["left out, it may quote your text; -v shows it"]


def _way(error: BaseException) -> list[str]:
    return [_place(frame) for frame in traceback.extract_tb(error.__traceback__)]


def _place(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    shown = path.relative_to(_PACKAGE.parent) if path.is_relative_to(_PACKAGE) else Path(*path.parts[-2:])
    return f"{shown.as_posix()}:{frame.lineno} in {frame.name}"
