"""`remit config`: what is configured, and what can be; it must not know where settings are read."""

import json

import click

from remit.api import settings
from remit.cli import output
from remit.cli.groups import NearestGroup
from remit.cli.invocation import Invocation


@click.group(cls=NearestGroup)
def command() -> None:
    """Show what is configured: in remit.toml, or in pyproject.toml below [tool.remit]."""


@command.command
@click.option("--origin", is_flag=True, help="Say for each value which file and line it comes from.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, remit.config/1, with the origins.")
@click.pass_obj
def show(given: Invocation, origin: bool, as_json: bool) -> int:
    """Show every key and the value that holds."""
    loaded = settings.load(given.start, file=given.config_file, skip=given.no_config)
    found = settings.values(loaded)
    if as_json:
        by_path = {each.path: {"value": each.value, "origin": each.origin} for each in found}
        output.write_json("config", {"file": loaded.file, "settings": by_path})
        return 0
    rows = [(each.path, _shown(each.value), *([each.origin] if origin else [])) for each in found]
    output.write("".join(f"{line}\n" for line in output.columns(rows)))
    return 0


@command.command
@click.option("--json", is_flag=True, expose_value=False, help="Changes nothing: the schema is JSON.")
def schema() -> int:
    """Print the JSON Schema of the configuration."""
    output.write(json.dumps(settings.schema(), indent=2) + "\n")
    return 0


def _shown(value: object) -> str:
    return "unset" if value is None else output.visible(json.dumps(value, ensure_ascii=False))
