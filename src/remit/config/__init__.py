"""Files and flags become one frozen `Settings`, all problems told at once; it must not know who asks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from remit.config.files import Source, find, named
from remit.config.keys import LIST, Key, keys, schema, sections
from remit.config.stages import AuditSettings, ComposeSettings, GateSettings, InjectionSettings, Settings
from remit.disk import project_root
from remit.errors import ConfigInvalid
from remit.sources import registry_table

__all__ = [
    "AuditSettings",
    "ComposeSettings",
    "GateSettings",
    "InjectionSettings",
    "Key",
    "Loaded",
    "Settings",
    "keys",
    "load",
    "schema",
]

_SHOWN_PROBLEMS = 20
_SHOWN_LENGTH = 40
# Python refuses to print an integer of more than 4,300 digits.
_SHOWN_BITS = 63


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings, the folder that their patterns start from, their file as shown, and the place of each key set."""

    settings: Settings
    folder: Path
    file: str | None
    origins: dict[str, str]


class _Problem(NamedTuple):
    place: str
    text: str


def load(start: Path, *, file: str | None = None, skip: bool = False) -> Loaded:
    """The configuration that holds in a folder: from the file named, from nowhere, or from the nearest that has one."""
    start = start.absolute()
    source = None if skip else find(start) if file is None else named(file)
    if source is None:
        return Loaded(Settings(), project_root(start), None, {})
    problems = sorted(_problems(source), key=lambda problem: _line(problem.place))
    if problems:
        raise _invalid(source, problems)
    known = [key for key in keys() if key.name in _section(source, key)]
    return Loaded(
        _settings(source, known),
        source.folder if file is None else project_root(start),
        source.shown,
        {key.path: source.place((key.section, key.name)) for key in known},
    )


def _settings(source: Source, known: list[Key]) -> Settings:
    stages: dict[str, Any] = {}
    for section in sections():
        values: dict[str, Any] = {
            key.name: _frozen(_section(source, key)[key.name]) for key in known if key.section == section
        }
        stages[section] = replace(getattr(Settings(), section), **values)
    prompts, _ = registry_table.decode(source.table.get(LIST, []))
    return Settings(**stages, prompts=prompts)


def _section(source: Source, key: Key) -> dict[str, object]:
    table = source.table.get(key.section, {})
    assert isinstance(table, dict)
    return table


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _problems(source: Source) -> Iterator[_Problem]:
    by_section = {section: {key.name: key for key in keys() if key.section == section} for section in sections()}
    for section, table in source.table.items():
        if section == LIST:
            for problem in registry_table.decode(table)[1]:
                yield _Problem(source.place((LIST, str(problem.number))), problem.text)
        elif section not in by_section:
            yield _Problem(source.place((section,)), _unknown(section))
        elif not isinstance(table, dict):
            yield _Problem(source.place((section,)), f"'{section}' is {_shown(table)}, expected a table")
        else:
            for name, value in table.items():
                key = by_section[section].get(name)
                if key is None:
                    yield _Problem(source.place((section, name)), _unknown(f"{section}.{name}"))
                elif not key.form.accepts(value):
                    said = f"'{key.path}' is {_shown(value)}, expected {key.form.expected}"
                    yield _Problem(source.place((section, name)), said)


def _unknown(path: str) -> str:
    known = [*sections(), LIST, *(key.path for key in keys())]
    plain = path.replace("-", "_").lower()
    near = [each for each in known if each.rpartition(".")[2] == plain.rpartition(".")[2]]
    near = near or get_close_matches(plain, known, n=1)
    return f"unknown key '{path}'" + (f", did you mean '{near[0]}'?" if near else "")


def _invalid(source: Source, problems: list[_Problem]) -> ConfigInvalid:
    count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
    more = len(problems) - _SHOWN_PROBLEMS
    rows = [*problems[:_SHOWN_PROBLEMS], *([_Problem("", f"and {more} more")] if more > 0 else [])]
    return ConfigInvalid(
        f"'{source.shown}' has {count}",
        rows=tuple((problem.place, problem.text) for problem in rows),
        help="remit config schema says what each key holds",
    )


def _line(place: str) -> int:
    line = place.rpartition(":")[2]
    return int(line) if line.isdecimal() else 0


def _shown(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() if value.bit_length() > _SHOWN_BITS:
            return "a number of more than 19 digits"
        case str():
            return f"'{value}'" if len(value) <= _SHOWN_LENGTH else f"'{value[:_SHOWN_LENGTH]}…'"
        case list():
            return "a list"
        case dict():
            return "a table"
    return str(value)
