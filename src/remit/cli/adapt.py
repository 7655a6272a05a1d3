"""`remit adapt`: the prompt profile that follows from a history; it must not know the rules."""

import click

from remit.api import adapting
from remit.cli import output


@click.command
@click.option("--failures", metavar="FILE", help="The failure history: a JSON list of records.")
@click.option("--signals", metavar="FILE", help="The context signals: a JSON object.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: remit.profile/1.")
def command(failures: str | None, signals: str | None, as_json: bool) -> int:
    """Say what the next prompt should add because of past failures.

    A signal that no rule knows is kept and named.
    """
    profile, ignored = adapting.adapt(failures, signals)
    sections = {
        "instructions": profile.instructions,
        "constraints": profile.constraints,
        "examples": profile.examples,
    }
    if as_json:
        output.write_json(
            "profile",
            {
                "profile": {name: list(lines) for name, lines in sections.items()},
                "ignored": [{"signal": signal.signal, "hint": signal.hint} for signal in ignored],
            },
        )
        return 0
    for name, lines in sections.items():
        if lines:
            output.write(f"{name}\n" + "".join(f"  - {line}\n" for line in lines))
    for signal in ignored:
        hint = f", did you mean '{signal.hint}'?" if signal.hint else ""
        output.warn(f"no rule knows the signal '{output.visible(signal.signal)}'{hint}")
    return 0
