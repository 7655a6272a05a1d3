"""The table of commands, each loaded when it is called; it must not know what any of them does."""

from importlib import import_module
from typing import NamedTuple

import click


class Entry(NamedTuple):
    """A command: the object `command` of a module of this package, under one intent."""

    name: str
    group: str
    module: str
    help: str


COMMANDS = (
    Entry("audit", "check prompts", "audit", "judge the prompts of a repository, in files and in source"),
    Entry("gate", "check prompts", "gate", "hold the registered prompts to the baseline"),
    Entry("baseline", "check prompts", "baseline", "write or show what prompts are held to"),
    Entry("prompts", "check prompts", "prompts", "what is registered, and what it renders to"),
    Entry("explain", "check prompts", "explain", "the page of a rule, error or code"),
    Entry("scan", "check prompts", "scan", "injection alarm and hidden characters in text of others"),
    Entry("render", "compose", "render", "the exact text that an agent would get"),
    Entry("reply", "compose", "reply", "what an agent's reply says: verdict, statuses, text"),
    Entry("adapt", "compose", "adapt", "what the next prompt adds because of past failures"),
    Entry("template", "compose", "template", "the templates, which one wins and why"),
    Entry("task", "tasks", "task", "descriptions of tasks: lint, check, draft"),
    Entry("init", "set up", "init", "propose how this repository holds its prompts"),
    Entry("config", "set up", "config", "what is configured, and by which line"),
    Entry("completion", "set up", "completion", "the completion script of a shell"),
)

FIRST = (
    ("remit template list", "the templates that ship, and which of yours win"),
    ("remit render --help", "how to see the text that an agent would get"),
    ("remit explain", "every page there is"),
)

_BY_NAME = {entry.name: entry for entry in COMMANDS}


def names() -> list[str]:
    return list(_BY_NAME)


def groups() -> dict[str, list[Entry]]:
    """The commands by intent, both in the order of the table."""
    found: dict[str, list[Entry]] = {}
    for entry in COMMANDS:
        found.setdefault(entry.group, []).append(entry)
    return found


def load(name: str) -> click.Command | None:
    """The command of that name, imported at this moment; None where there is none."""
    entry = _BY_NAME.get(name)
    if entry is None:
        return None
    command: click.Command = import_module(f"remit.cli.{entry.module}").command
    command.short_help = entry.help
    return command
