"""`remit gate`: the prompts held to their baseline; it must not know how they are rendered, judged or laid out."""

import os
import time

import click

from remit.api import gate, settings
from remit.cli import output
from remit.cli.invocation import Invocation
from remit.errors import UsageInvalid

_NOTHING = 3


@click.command
@click.option(
    "--base", metavar="REF", help="Say of each problem whether this branch brought it: it is compared with REF."
)
@click.option("--format", "form", type=click.Choice(gate.FORMATS), help="How the result is written; text unless given.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json: remit.gate/1.")
@click.option("--output", "target", metavar="FILE", help="Write the result to FILE, whole or not at all.")
@click.pass_obj
def command(invocation: Invocation, base: str | None, form: str | None, as_json: bool, target: str | None) -> int:
    """Hold the registered prompts to the baseline: none may get worse, change or appear in silence.

    Exit 0 passed, 1 not passed, 2 no baseline, 3 nothing is registered.
    """
    if as_json and form not in {None, "json"}:
        raise UsageInvalid(f"'--json' and '--format {form}' exclude each other", help="leave one of them out")
    started = time.monotonic()
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config)
    result = gate.gate(loaded, gate.today(), base=base, environ=os.environ)
    for row in result.passed_over:
        output.warn(f"{row.path}: {row.reason}")
    text = gate.write(result, "json" if as_json else form or "text", colour=target is None and output.wants_colour())
    if target is None:
        output.write(text)
    else:
        gate.save(target, text)
    output.note(f"{time.monotonic() - started:.1f} s")
    if result.passed and not result.standings:
        return _NOTHING
    return 0 if result.passed else 1
