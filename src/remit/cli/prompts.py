"""`remit prompts`: what is registered, what it renders to, and what changed; it must not know how it is rendered."""

import click

from remit.api import prompts, settings
from remit.cli import output
from remit.cli.invocation import Invocation
from remit.errors import UsageInvalid


@click.command
@click.argument("name", required=False)
@click.option("--diff", is_flag=True, help="Show how it differs from its snapshot.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.prompts/1 or remit.prompt/1.")
@click.pass_obj
def command(invocation: Invocation, name: str | None, diff: bool, as_json: bool) -> int:
    """List the registered prompts, those to mend first on top; with a NAME, print what it renders to."""
    if diff and name is None:
        raise UsageInvalid("'--diff' needs the name of a prompt", help="remit prompts lists them")
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config)
    found = prompts.listed(loaded)
    if name is not None:
        return _one(found, prompts.one(found, name), diff=diff, as_json=as_json)
    if as_json:
        output.write_json(
            "prompts", {"profile": found.profile, "prompts": [prompts.fields(found, each) for each in found.standings]}
        )
    elif found.standings:
        output.write("".join(f"{line}\n" for line in output.columns(_rows(found))))
    else:
        output.write("no prompt is registered: remit init proposes how\n")
    return 0 if found.standings else 3


def _rows(found: prompts.Listed) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("prompt", "category", "severity", "fails", "tokens", "in use", "builder")]
    for each in found.standings:
        rendition = each.rendition
        rows.append(
            (
                output.visible(each.name),
                output.visible(rendition.category) or "-",
                each.severity[found.profile],
                str(prompts.fails(each, found.profile)) if each.verdicts else "-",
                _tokens(found, each.fixture_size),
                _tokens(found, each.production_size),
                output.visible(rendition.builder),
            )
        )
    return rows


def _tokens(found: prompts.Listed, size: prompts.Measured | None) -> str:
    if size is None:
        return "-"
    over = found.budget_tokens is not None and size.tokens > found.budget_tokens
    return f"{size.tokens:,}{' over budget' if over else ''}"


def _one(found: prompts.Listed, standing: prompts.Standing, *, diff: bool, as_json: bool) -> int:
    rendition = standing.rendition
    lines = prompts.differences(found, standing) if diff else []
    if as_json:
        fields = {**prompts.fields(found, standing), "text": rendition.text, "diff": lines if diff else None}
        output.write_json("prompt", fields)
    elif rendition.text is None:
        output.write(f"{output.visible(standing.name)} cannot be rendered: {output.visible(rendition.reason)}\n")
    elif diff:
        output.write("".join(f"{output.visible(line)}\n" for line in lines) or "it renders to its snapshot\n")
    else:
        output.write(rendition.text if rendition.text.endswith("\n") else f"{rendition.text}\n")
    return 1 if rendition.text is None else 0
