"""`remit baseline`: write what prompts are held to, or show it; it must not know how either is done."""

import click

from remit.api import baseline, gate, settings
from remit.cli import output
from remit.cli.groups import NearestGroup
from remit.cli.invocation import Invocation


@click.group(cls=NearestGroup)
def command() -> None:
    """What the registered prompts are held to: their verdicts and rendered texts."""


@command.command
@click.option("--dry-run", is_flag=True, help="Say what would be recorded, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.baseline-update/1.")
@click.pass_obj
def update(invocation: Invocation, dry_run: bool, as_json: bool) -> int:
    """Record the prompts as they are; one that got worse only where an override says why.

    Exit 0 if the gate passes then, else 1.
    """
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config)
    done = baseline.update(loaded, gate.today(), dry_run=dry_run)
    result = done.result
    changed = baseline.changed(done)
    if as_json:
        fields = {kind: list(names) for kind, names in changed._asdict().items()}
        left = [
            {"prompt": each.prompt, "kind": each.kind, "rule": each.rule, "message": each.message}
            for each in result.problems
        ]
        output.write_json("baseline-update", {**fields, "written": not dry_run, "passed": result.passed, "left": left})
        return 0 if result.passed else 1
    counts = (
        ", ".join(f"{len(names)} {kind}" for kind, names in changed._asdict().items() if names) or "nothing changed"
    )
    number = len(done.after.entries)
    prompts = f"{number} prompt" if number == 1 else f"{number} prompts"
    output.write(f"baseline: {counts}, {'nothing was written' if dry_run else f'{prompts} recorded in all'}\n")
    if done.after.accepted:
        output.write(f"accepted unregistered: {len(done.after.accepted)}; that list can only get shorter\n")
    if not result.passed:
        output.write("\nwhat could not be recorded, or is none of the baseline's:\n\n")
        output.write(gate.write(result, "text", colour=output.wants_colour()))
    return 0 if result.passed else 1


@command.command
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.baseline/1.")
@click.pass_obj
def show(invocation: Invocation, as_json: bool) -> int:
    """Show what is recorded of each prompt."""
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config)
    kept = baseline.load(loaded)
    if as_json:
        output.write(baseline.as_json(kept))
        return 0
    profile = loaded.settings.audit.profile
    rows = [("prompt", *map(str, range(1, 9)), "recorded")]
    for name, entry in sorted(kept.entries.items()):
        excepted = sorted(entry.allowance(profile))
        note = (
            f"criterion {', '.join(map(str, excepted))} by override" if excepted else entry.digest[:12] or "no one text"
        )
        rows.append((output.visible(name), *entry.verdicts[profile], note))
    output.write("".join(f"{line}\n" for line in output.columns(rows)))
    for accepted in kept.accepted:
        output.write(f"unregistered, accepted: {output.visible(accepted.name)} in {output.visible(accepted.path)}\n")
    output.write(f"profile {profile}, judged by {kept.judge}\n")
    return 0
