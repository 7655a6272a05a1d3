"""Finds the file that holds the configuration, and its table; it must not know what the keys mean."""

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from remit.config.lines import key_lines
from remit.disk import project_root, read_text
from remit.errors import ConfigInvalid

OWN_FILE = "remit.toml"
SHARED_FILE = "pyproject.toml"
_SHARED_TABLE = ("tool", "remit")
_PLACE = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)")


@dataclass(frozen=True, slots=True)
class Source:
    """A table of configuration: the file as it is shown, its folder, and the line of each key in it."""

    shown: str
    folder: Path
    table: dict[str, object]
    lines: dict[tuple[str, ...], int]

    def place(self, path: tuple[str, ...]) -> str:
        """The file and, where it is known, the line of a key or of the nearest table around it."""
        around = (path[:size] for size in range(len(path), -1, -1))
        line = next((self.lines[each] for each in around if each in self.lines), None)
        return self.shown if line is None else f"{self.shown}:{line}"


def find(start: Path) -> Source | None:
    """The configuration of the nearest folder that has one, from here up to the project's root."""
    root = project_root(start)
    for folder in (start, *start.parents):
        own = _own(folder / OWN_FILE, start)
        shared = _shared(folder / SHARED_FILE, start)
        if own and shared:
            raise ConfigInvalid(
                f"'{own.shown}' and [tool.remit] in '{shared.shown}' both hold the configuration, expected one of them",
                rows=((own.shown, "all of it"), (shared.place(()), "[tool.remit]")),
                help="move everything into one of them and delete the other",
            )
        if own or shared:
            return own or shared
        if folder == root:
            break
    return None


def named(name: str) -> Source:
    """The configuration in the file that was named; in one called pyproject.toml it stands below [tool.remit]."""
    text = read_text(name)
    if name == "-":
        return Source("standard input", Path(), _parsed(text, "standard input"), key_lines(text))
    folder = Path(name).parent
    if Path(name).name == SHARED_FILE:
        return _below_tool(text, name, folder) or Source(name, folder, {}, {})
    return Source(name, folder, _parsed(text, name), key_lines(text))


def _own(path: Path, start: Path) -> Source | None:
    if not os.path.lexists(path):
        return None
    text, shown = read_text(path), _shown(path, start)
    return Source(shown, path.parent, _parsed(text, shown), key_lines(text))


def _shared(path: Path, start: Path) -> Source | None:
    if not os.path.lexists(path):
        return None
    return _below_tool(read_text(path), _shown(path, start), path.parent)


def _below_tool(text: str, shown: str, folder: Path) -> Source | None:
    # Most projects' file holds nothing of ours: it is not parsed then, and whatever else is wrong in it is not ours.
    if "remit" not in text:
        return None
    tool = _parsed(text, shown).get("tool")
    if not isinstance(tool, dict) or "remit" not in tool:
        return None
    lines = {path[2:]: line for path, line in key_lines(text).items() if path[:2] == _SHARED_TABLE}
    table = tool["remit"]
    if not isinstance(table, dict):
        raise ConfigInvalid(f"'tool.remit' in '{shown}' is no table, expected [tool.remit]", help="make it a table")
    return Source(shown, folder, table, lines)


def _parsed(text: str, shown: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigInvalid(f"'{shown}' is nested too deeply to be read", help="take the nesting out") from None
    except ValueError as error:
        # The parser lets through what numbers of too many digits raise, which names no place.
        said = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a number in it has too many digits"
        found = _PLACE.search(said)
        place = f"{shown}:{found[1]}:{found[2]}" if found and found[1] else shown
        reason = _PLACE.sub("", said)
        raise ConfigInvalid(
            f"'{shown}' is not TOML", rows=((place, reason[:1].lower() + reason[1:]),), help="mend the line"
        ) from error


def _shown(path: Path, start: Path) -> str:
    return Path(os.path.relpath(path, start)).as_posix()
