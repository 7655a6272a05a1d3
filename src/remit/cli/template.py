"""`remit template`: the templates, which one wins and why; it must not know where they stand."""

import click

from remit.api import templates
from remit.cli import output
from remit.cli.groups import NearestGroup
from remit.cli.invocation import Invocation


@click.group(cls=NearestGroup)
def command() -> None:
    """The templates of system prompts: a project's own in templates/system/ win over the shipped ones."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.templates/1.")
@click.pass_obj
def _list(invocation: Invocation, as_json: bool) -> int:
    """List the template that wins for each agent and phase."""
    found = templates.listed(invocation.root())
    if as_json:
        output.write_json("templates", {"templates": [_fields(template) for template in found]})
        return 0
    rows = [("agent", "phase", "template")]
    rows += [(template.agent.lower(), template.phase, template.place) for template in found]
    output.write("".join(f"{line}\n" for line in output.columns(rows)))
    return 0


@command.command("show")
@click.argument("agent")
@click.argument("phase")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.template/1, with the text.")
@click.pass_obj
def _show(invocation: Invocation, agent: str, phase: str, as_json: bool) -> int:
    """Print the text of a template, its variables not filled."""
    found = templates.find_template(agent, phase, invocation.root())
    if as_json:
        output.write_json("template", {**_fields(found), "text": found.text})
    else:
        output.write(found.text)
    return 0


@command.command("which")
@click.argument("agent")
@click.argument("phase")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.template/1.")
@click.pass_obj
def _which(invocation: Invocation, agent: str, phase: str, as_json: bool) -> int:
    """Say which template wins, and what was tried before it."""
    found = templates.find_template(agent, phase, invocation.root())
    if as_json:
        output.write_json("template", _fields(found))
        return 0
    rows = [("tried", place) for place in found.tried]
    rows.append(("takes", f"{found.place}{' (BASE: the agent has none of its own)' if found.fallback else ''}"))
    output.write("".join(f"{line}\n" for line in output.columns(rows)))
    return 0


@command.command("check")
@click.argument("agent")
@click.argument("phase")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.template-check/1.")
@click.pass_obj
def _check(invocation: Invocation, agent: str, phase: str, as_json: bool) -> int:
    """Say what a template lacks of what every shipped one has; it is used all the same."""
    checked = templates.check(invocation.root(), agent, phase)
    code = 1 if checked.lacks else 0
    if as_json:
        fields = {**_fields(checked.template), "variables": list(checked.variables)}
        output.write_json("template-check", {**fields, "lacks": [lack._asdict() for lack in checked.lacks]})
        return code
    output.write(f"{checked.template.place}: variables {', '.join(checked.variables) or 'none'}\n")
    for lack in checked.lacks:
        place = f"{checked.template.place}:{lack.line}" if lack.line else checked.template.place
        output.write(f"{place}: {lack.message}\n  help  {lack.help}\n")
    if not checked.lacks:
        output.write("lacks nothing\n")
    return code


@command.command("copy")
@click.argument("agent")
@click.argument("phase")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.template-copy/1.")
@click.pass_obj
def _copy(invocation: Invocation, agent: str, phase: str, dry_run: bool, as_json: bool) -> int:
    """Copy a shipped template into the project, to be changed there."""
    template, place = templates.copy(invocation.root(), agent, phase, dry_run=dry_run)
    if as_json:
        output.write_json("template-copy", {"from": template.place, "to": place, "written": not dry_run})
        return 0
    output.write(f"{template.place} {'would be' if dry_run else 'was'} copied to {place}\n")
    return 0


def _fields(found: templates.FoundTemplate) -> dict[str, object]:
    return {
        "agent": found.agent,
        "phase": found.phase,
        "place": found.place,
        "tried": list(found.tried),
        "shipped": found.shipped,
        "fallback": found.fallback,
    }
