"""Renders the prompt files that the configuration registers by a pattern; it must not know builders."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from remit.disk import read_text
from remit.errors import ConfigInvalid
from remit.model.found import FoundPrompt
from remit.model.gate import Rendition
from remit.paths import Pattern, matches
from remit.sources.registry_table import Fixtures, TableEntry
from remit.sources.render_child import repeated
from remit.sources.search import search_text
from remit.sources.tree import walk

_Form = TypeVar("_Form")

_NAME = re.compile(r"[A-Za-z_]\w*")


def with_files_read(root: Path, entry: TableEntry) -> TableEntry:
    """The entry with its fixtures in place of the file that they stand in."""
    if not entry.fixtures_file:
        return entry
    fixtures = _decoded(root, entry.fixtures_file, dict[str, dict[str, object]])
    return TableEntry(
        entry.name, entry.builder, entry.files, entry.category, fixtures, "", entry.payload, entry.captured
    )


def render_files(root: Path, entries: Sequence[TableEntry], *, exclude: Sequence[str] = ()) -> tuple[Rendition, ...]:
    """Every prompt in the files of these patterns, with each fixture of its entry; the first pattern that a file has decides."""
    patterns = [(Pattern(entry.files), entry) for entry in entries]
    left_alone = [Pattern(glob) for glob in exclude]

    def wanted(path: str) -> bool:
        return any(matches(pattern, path) for pattern, _ in patterns) and not any(
            matches(pattern, path) for pattern in left_alone
        )

    made: list[Rendition] = []
    unmatched = {entry.files for entry in entries}
    for path in walk(root, "", wanted).files if entries else ():
        entry = next(entry for pattern, entry in patterns if matches(pattern, path))
        unmatched.discard(entry.files)
        text = read_text(root / path)
        for found in search_text(path, text, sure=True, min_words=0).prompts:
            made += _renditions(root, found, entry)
    nothing = "no file has this pattern that no pattern before it has"
    return (*made, *(Rendition(pattern, pattern, reason=nothing) for pattern in sorted(unmatched)))


def _renditions(root: Path, found: FoundPrompt, entry: TableEntry) -> list[Rendition]:
    fixtures: Fixtures = entry.fixtures or {"": {}}
    return [
        Rendition(
            found.name if len(fixtures) == 1 else f"{found.name}@{fixture}",
            found.path,
            entry.category,
            found.path,
            found.line,
            text=_filled(found, values),
            production=_in_production(root, found, values, entry),
        )
        for fixture, values in fixtures.items()
    ]


def _in_production(root: Path, found: FoundPrompt, values: Mapping[str, object], entry: TableEntry) -> str | None:
    if entry.captured:
        return _filled(found, _decoded(root, entry.captured, dict[str, object]))
    names = {name[0] for hole in found.holes if (name := _NAME.search(found.text, *hole))}
    grown = {name: repeated(str(values.get(name, "")), size) for name, size in entry.payload.items() if name in names}
    return _filled(found, {**values, **grown}) if grown else None


def _filled(found: FoundPrompt, values: Mapping[str, object]) -> str:
    """The text with a value at each placeholder that has one; where it has none the placeholder stands for an unknown one."""
    parts: list[str] = []
    position = 0
    for hole in found.holes:
        name = _NAME.search(found.text, *hole)
        if name and name[0] in values:
            parts += [found.text[position : hole.start], str(values[name[0]])]
            position = hole.end
    return "".join([*parts, found.text[position:]])


def _decoded(root: Path, name: str, form: type[_Form]) -> _Form:
    try:
        return msgspec.json.decode(read_text(root / name), type=form)
    except msgspec.DecodeError as fault:
        said = str(fault)
        raise ConfigInvalid(
            f"'{name}' cannot be taken: {said[:1].lower()}{said[1:]}",
            help="it holds arguments by name, as one JSON object",
        ) from None
