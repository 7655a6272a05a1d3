"""The command's own options, overview and help; it must not know what its commands do."""

import os
from pathlib import Path
from textwrap import TextWrapper
from typing import Literal

import click
from click.shell_completion import CompletionItem

from remit import __version__
from remit.cli import commands, output
from remit.cli.groups import NearestGroup
from remit.cli.invocation import Invocation
from remit.errors import FileRefused, UsageInvalid

_WIDTH = 80
_LABEL = 15


class _App(NearestGroup):
    """The root: its commands stand in a table and are imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return commands.names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        return commands.load(cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [
            CompletionItem(entry.name, help=entry.help)
            for entry in commands.COMMANDS
            if entry.name.startswith(incomplete)
        ]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for group, entries in commands.groups().items():
            with formatter.section(group[:1].upper() + group[1:]):
                formatter.write_dl([(entry.name, entry.help) for entry in entries])


def overview() -> str:
    """The commands by intent, a line or two each, and what to try first."""
    lines = [f"remit {__version__}: what an agent is told, what it may touch, what proves that it is done", ""]
    for group, entries in commands.groups().items():
        wrapper = TextWrapper(
            _WIDTH, initial_indent=group.ljust(_LABEL), subsequent_indent=" " * _LABEL, break_long_words=False
        )
        lines += wrapper.wrap("  ".join(entry.name for entry in entries))
    lines.append("")
    lines += output.columns(
        [("first" if not row else "", command, note) for row, (command, note) in enumerate(commands.FIRST)],
        first=_LABEL,
    )
    lines += ["", f"{'more'.ljust(_LABEL)}remit --help, remit COMMAND --help"]
    return "\n".join(lines) + "\n"


def _colour(ctx: click.Context, _: click.Parameter, value: Literal["auto", "always", "never"]) -> None:
    if value == "auto":
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        ctx.color = False if plain else None
    else:
        ctx.color = value == "always"


def _version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        output.write(f"remit {__version__}\n")
        ctx.exit()


@click.group(
    cls=_App,
    invoke_without_command=True,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": _WIDTH},
)
@click.option("-C", "directory", metavar="DIR", help="Run as if started in DIR.")
@click.option("--config", "config_file", metavar="FILE", help="Read the configuration from FILE alone.")
@click.option("--no-config", is_flag=True, help="Read no configuration.")
@click.option("-q", "--quiet", is_flag=True, help="No warnings on standard error.")
@click.option("-v", "--verbose", is_flag=True, help="Say on standard error what is done, and more of a fault.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    callback=_colour,
    expose_value=False,
    is_eager=True,
    help="Colour for what needs an eye; auto is on terminals, unless NO_COLOR is set.",
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="The version.")
@click.pass_context
def app(
    ctx: click.Context,
    *,
    directory: str | None,
    config_file: str | None,
    no_config: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Give every coding agent its remit: what it is told, what it may touch, and what proves that it is done."""
    if config_file is not None and no_config:
        raise UsageInvalid("'--config' and '--no-config' exclude each other", help="leave one of them out")
    if quiet and verbose:
        raise UsageInvalid("'-q' and '-v' exclude each other", help="leave one of them out")
    output.set_logging("ERROR" if quiet else "DEBUG" if verbose else "WARNING")
    ctx.obj = Invocation(
        start=_entered("." if directory is None else directory), config_file=config_file, no_config=no_config
    )
    if ctx.invoked_subcommand is None:
        output.write(overview())
    return 0


def _entered(directory: str) -> Path:
    try:
        os.chdir(directory)
        return Path.cwd()
    except (OSError, ValueError) as error:
        reason = (error.strerror or "").lower() if isinstance(error, OSError) else "no name that a folder can have"
        raise FileRefused(
            f"cannot start in '{directory}': {reason}, expected a folder",
            help="go to a folder that exists, or name one after '-C'",
        ) from error
