"""`remit init`: what a repository needs to hold its prompts, shown, then written if it is wanted; it must not know what that is."""

import sys

import click

from remit.api import baseline, gate, init, settings
from remit.cli import output
from remit.cli.invocation import Invocation


@click.command
@click.option("--yes", is_flag=True, help="Write everything that is proposed.")
@click.option("--dry-run", is_flag=True, help="Show what is proposed, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.init/1.")
@click.pass_obj
def command(invocation: Invocation, yes: bool, dry_run: bool, as_json: bool) -> int:
    """Propose configuration, entries, hooks and a baseline for the prompts that are here.

    Everything is shown before it is written, and nothing is written that is not confirmed. It can be run again.
    """
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config)
    steps = init.plan(loaded)
    asks = not (yes or dry_run or as_json) and sys.stdin.isatty()
    written = []
    for step in steps:
        if not as_json:
            _show(step)
        if step.how != "advise" and not dry_run and (yes or (asks and click.confirm(f"write {step.path}?", err=True))):
            init.write(loaded, step)
            written.append(step.path)
    recorded = _baseline(invocation, wanted=yes and not dry_run, asks=asks)
    if as_json:
        fields = [
            {"what": step.what, "path": step.path, "how": step.how, "text": step.text, "written": step.path in written}
            for step in steps
        ]
        output.write_json("init", {"steps": fields, "baseline_written": recorded})
        return 0
    if not steps and not recorded:
        output.write("nothing to propose: what is here is set up\n")
    elif not (written or recorded):
        output.write("nothing was written; remit init --yes writes all of it\n")
    else:
        output.write("next: remit gate\n")
    return 0


def _show(step: init.Step) -> None:
    verbs = {"create": "would be created", "append": "would get this at its end", "advise": "is yours to edit"}
    output.write(f"{step.what}: {step.path} {verbs[step.how]}\n")
    output.write("".join(f"  | {output.visible(line)}".rstrip() + "\n" for line in step.text.splitlines()) + "\n")


def _baseline(invocation: Invocation, *, wanted: bool, asks: bool) -> bool:
    # Read anew: the configuration may have been written just before.
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config)
    if not init.wants_baseline(loaded):
        return False
    if not (wanted or (asks and click.confirm("write a baseline of all that is registered?", err=True))):
        return False
    baseline.update(loaded, gate.today())
    return True
