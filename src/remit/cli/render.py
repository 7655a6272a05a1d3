"""`remit render`: the exact text that an agent would get; it must not know how it is composed."""

from collections.abc import Sequence

import click

from remit.api import render, settings
from remit.cli import output
from remit.cli.invocation import Invocation
from remit.errors import UsageInvalid


def _pairs(values: Sequence[str], option: str, form: str) -> list[tuple[str, str]]:
    pairs = []
    for value in values:
        name, sign, rest = value.partition("=")
        if not sign or not name:
            raise UsageInvalid(f"{option} {value!r}: expected {form}", help=f"write {option} {form}")
        pairs.append((name, rest))
    return pairs


@click.command
@click.option("--agent", metavar="A", help="claude, codex, gemini, or one with templates of its own in the project.")
@click.option("--phase", metavar="P", help="plan, challenge, implement, review or archive.")
@click.option("--request", metavar="TEXT", help="What the operator asks for; stands in the instructions.")
@click.option("--prompt", "prompt_file", metavar="FILE", help="A prompt as JSON, instead of agent, phase and request.")
@click.option("--context", "context", metavar="FILE", multiple=True, help="A trusted file of the context.")
@click.option("--untrusted", metavar="FILE", multiple=True, help="A file of the context whose text comes from outside.")
@click.option(
    "--region", "regions", metavar="TYPE=FILE", multiple=True, help="A region of a type, such as issue=report.md."
)
@click.option(
    "--artifact", "artifacts", metavar="NAME=FILE", multiple=True, help="Something that an earlier phase made."
)
@click.option("--profile", metavar="FILE", help="A profile, as 'remit adapt --json' prints it.")
@click.option("--var", "variables", metavar="NAME=VALUE", multiple=True, help="A variable of the template.")
@click.option("--budget", type=click.IntRange(min=1), metavar="TOKENS", help="Cut the context to about so many tokens.")
@click.option("--escape", type=click.Choice(["auto", "full"]), default="auto", help="full: one XML document.")
@click.option("--strict", is_flag=True, help="A mandatory variable without a value is an error.")
@click.option("--attribution", is_flag=True, help="Print what each part costs instead of the prompt.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.render/1, or remit.attribution/1.")
@click.pass_obj
def command(
    invocation: Invocation,
    agent: str | None,
    phase: str | None,
    request: str | None,
    prompt_file: str | None,
    context: Sequence[str],
    untrusted: Sequence[str],
    regions: Sequence[str],
    artifacts: Sequence[str],
    profile: str | None,
    variables: Sequence[str],
    budget: int | None,
    escape: render.Form,
    strict: bool,
    attribution: bool,
    as_json: bool,
) -> int:
    """Print the exact text that an agent would get, nothing added.

    For instance: remit render --agent claude --phase plan --request "Add login"
    """
    loaded = settings.load(invocation.start, file=invocation.config_file, skip=invocation.no_config)
    budget = budget if budget is not None else loaded.settings.compose.budget_tokens
    files = [render.RegionFile("file", path) for path in context]
    files += [render.RegionFile("file", path, trust="untrusted") for path in untrusted]
    files += [render.RegionFile(kind, path) for kind, path in _pairs(regions, "--region", "TYPE=FILE")]
    files += [render.RegionFile("artifact", path, name) for name, path in _pairs(artifacts, "--artifact", "NAME=FILE")]
    if prompt_file is not None:
        if agent or phase or request or files or profile or variables:
            raise UsageInvalid("'--prompt' says the whole prompt", help="leave the options that make one out")
        found = render.render_json(prompt_file, budget=budget, escape=escape)
    else:
        missing = [
            option
            for option, value in (("--agent", agent), ("--phase", phase), ("--request", request))
            if value is None
        ]
        if agent is None or phase is None or request is None:
            raise UsageInvalid(
                f"missing {', '.join(missing)}", help='remit render --agent claude --phase plan --request "Add login"'
            )
        found = render.render(
            invocation.root(),
            agent=agent,
            phase=phase,
            request=request,
            files=files,
            profile=profile,
            variables=dict(_pairs(variables, "--var", "NAME=VALUE")),
            budget=budget,
            escape=escape,
            strict=strict,
        )
    for cut in found.cuts:
        output.warn(
            f"{cut.type} {cut.name or ''}".rstrip() + f": {cut.cut:,} of {cut.of:,} characters cut to fit the budget"
        )
    if attribution:
        _attribution(found, as_json=as_json)
    elif as_json:
        output.write_json("render", {"text": found.text, "characters": len(found.text), "tokens": found.tokens})
    else:
        output.write(found.text)
    return 0


def _attribution(found: render.Rendered, *, as_json: bool) -> None:
    if as_json:
        parts = [share._asdict() for share in found.shares]
        output.write_json(
            "attribution", {"parts": parts, "characters": len(found.text), "tokens": found.tokens, "error": found.error}
        )
        return
    rows = [("part", "characters", "about tokens", "share")]
    rows += [
        (
            output.visible(share.part),
            f"{share.characters:,}",
            f"{share.tokens:,}",
            f"{share.characters / len(found.text):.0%}",
        )
        for share in found.shares
    ]
    rows.append(("together", f"{len(found.text):,}", f"{found.tokens:,}", ""))
    output.write("".join(f"{line}\n" for line in output.columns(rows)))
    output.write(f"tokens are estimated: {found.error}\n")
