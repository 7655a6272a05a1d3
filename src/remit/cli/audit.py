"""`remit audit`: the prompts found, judged; it must not know how they are found, judged or laid out."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from remit.api import audit, settings
from remit.cli import output
from remit.cli.invocation import Invocation
from remit.errors import UsageInvalid

_NOTHING = 3


@click.command
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--score", is_flag=True, help="Each file named is one rendered prompt.")
@click.option("--profile", type=click.Choice(["default", "adr-0043"]), help="The verdicts that decide.")
@click.option(
    "--format", "form", type=click.Choice(tuple(audit.FORMATS)), help="How the result is written; text unless given."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--output", "target", metavar="FILE", help="Write the result to FILE, whole or not at all.")
@click.option("--select", metavar="RULE", multiple=True, help="Only this rule; again for more.")
@click.option("--ignore", metavar="RULE", multiple=True, help="Not this rule; again for more.")
@click.option(
    "--fail-on", type=click.Choice(["high", "medium", "any", "never"]), help="From where on the exit code is 1."
)
@click.option("--stdin-filename", metavar="NAME", help="Read one file from standard input, as if it were called NAME.")
@click.pass_obj
def command(
    invocation: Invocation,
    paths: Sequence[str],
    score: bool,
    profile: audit.ProfileName | None,
    form: str | None,
    as_json: bool,
    target: str | None,
    select: Sequence[str],
    ignore: Sequence[str],
    fail_on: audit.FailOn | None,
    stdin_filename: str | None,
) -> int:
    """Judge the prompts of a repository: prompt files and strings in source, or the files named.

    Exit 0 clean, 1 findings from --fail-on upward, 3 no prompt found.
    """
    started = time.monotonic()
    form = _format(form, as_json=as_json)
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config).settings
    chosen = replace(loaded.audit, profile=profile or loaded.audit.profile, fail_on=fail_on or loaded.audit.fail_on)
    loaded, rules = replace(loaded, audit=chosen), audit.looked_for(chosen.profile, select, ignore)
    if score:
        if not paths or stdin_filename is not None:
            raise UsageInvalid("'--score' takes the files to score", help="remit audit --score FILE...")
        result = audit.score_files(paths, loaded, rules)
    elif stdin_filename is not None:
        if paths:
            raise UsageInvalid("'--stdin-filename' reads one file from standard input", help="leave the paths out")
        result = audit.audit_text(stdin_filename, audit.read_text("-"), loaded, rules)
    else:
        result = audit.audit(Path(), paths, loaded, rules, output.progress("prompts judged"))
    for row in result.passed_over:
        output.warn(f"{row.path}{f':{row.line}' if row.line else ''}: passed over: {row.reason}")
    text = audit.write(result, form, scores=score, colour=target is None and output.wants_colour())
    if target is None:
        output.write(text)
    else:
        audit.save(target, text)
    output.note(f"{time.monotonic() - started:.1f} s")
    if not (result.prompts or paths or stdin_filename):
        return _NOTHING
    return 1 if result.failed else 0


def _format(form: str | None, *, as_json: bool) -> str:
    if as_json and form not in (None, "json"):
        raise UsageInvalid(f"'--json' and '--format {form}' exclude each other", help="leave one of them out")
    return "json" if as_json else form or "text"
