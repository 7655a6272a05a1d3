"""The prompts that the configuration registers, from its table; it must not know the file that the table stands in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from remit.sources.registry import is_name

Fixtures = Mapping[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One `[[prompts]]`: a builder, or a pattern of prompt files, and what to render it with."""

    name: str = ""
    builder: str = ""
    files: str = ""
    category: str = ""
    fixtures: Fixtures = field(default_factory=dict)
    fixtures_file: str = ""
    payload: Mapping[str, int] = field(default_factory=dict)
    captured: str = ""


class TableProblem(NamedTuple):
    """What cannot be taken of one entry, by its number from 0."""

    number: int
    text: str


DOCS = {
    "name": "The prompt's name; prompt files have their own.",
    "builder": "What builds it, as module:name; a method as module:Class.name.",
    "files": "A pattern of prompt files, in place of a builder.",
    "category": "What it belongs to; reports rank prompts by category.",
    "fixtures": "The arguments, or values of placeholders, to render it with, each set under a name of its own.",
    "fixtures_file": "A JSON file that holds the fixtures, in place of the table.",
    "payload": "How many characters an argument or placeholder has in use.",
    "captured": "A JSON file with the arguments of a real run; it wins over payload.",
}
_TABLES = frozenset({"fixtures", "payload"})


def schema() -> dict[str, object]:
    """The JSON Schema of the table."""
    properties: dict[str, object] = {
        name: {"description": doc, "type": "object" if name in _TABLES else "string"} for name, doc in DOCS.items()
    }
    return {
        "description": "Prompts that are registered without an import in their code.",
        "type": "array",
        "items": {"type": "object", "additionalProperties": False, "properties": properties},
    }


def decode(table: object) -> tuple[tuple[TableEntry, ...], tuple[TableProblem, ...]]:
    """The entries of the table, and what is wrong with them; an entry with a problem is left out."""
    if not isinstance(table, list):
        return (), (TableProblem(0, "'prompts' is no list of tables, expected [[prompts]]"),)
    entries: list[TableEntry] = []
    problems: list[TableProblem] = []
    for number, each in enumerate(table):
        found = [TableProblem(number, text) for text in _problems(each)]
        problems += found
        if not found:
            entries.append(TableEntry(**each))
    return tuple(entries), tuple(problems)


def _problems(entry: object) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield "an entry of 'prompts' is no table, expected [[prompts]]"
        return
    for key, value in entry.items():
        if key not in DOCS:
            near = get_close_matches(key, DOCS, n=1)
            yield f"unknown key 'prompts.{key}'" + (f", did you mean '{near[0]}'?" if near else "")
        elif key in _TABLES:
            yield from _table_problems(key, value)
        elif not isinstance(value, str) or not value.strip():
            yield f"'prompts.{key}' is no text that says something"
    if ("builder" in entry) is ("files" in entry):
        yield "a prompt is registered by 'builder' or by 'files', expected one of them"
    elif "builder" in entry:
        name, builder = entry.get("name"), entry["builder"]
        if not isinstance(name, str) or not is_name(name):
            yield "'prompts.name' is expected: letters, digits, '.', '_' and '-'"
        if isinstance(builder, str) and not _is_builder(builder):
            yield f"'prompts.builder' is '{builder}', expected module:name"
    elif "name" in entry:
        yield "'prompts.name' stands beside 'prompts.files', whose prompts have names of their own"
    if "fixtures" in entry and "fixtures_file" in entry:
        yield "'prompts.fixtures' and 'prompts.fixtures_file' exclude each other"


def _table_problems(key: str, value: object) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"'prompts.{key}' is no table"
    elif key == "payload":
        for name, size in value.items():
            if not isinstance(size, int) or isinstance(size, bool) or size < 1:
                yield f"'prompts.payload.{name}' is no number of characters, expected a whole number from 1"
    else:
        for name, arguments in value.items():
            if not isinstance(arguments, dict):
                yield f"'prompts.fixtures.{name}' is no table of arguments: [prompts.fixtures.NAME] holds them"


def _is_builder(text: str) -> bool:
    module, _, name = text.partition(":")
    return all(part.isidentifier() for part in (*module.split("."), *name.split(".")))
