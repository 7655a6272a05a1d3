"""Renders registered builders in children of their own, twice over; it must not know what is thought of the texts.

Both renderings have the same surroundings, but for the seed of hashes, the private folder and the time zone: the two zones
lie more than a day apart, so that a date of today is seen to be one.
"""

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from remit import process
from remit.errors import RenderingFailed
from remit.model.gate import Rendition
from remit.sources import render_child
from remit.sources.registry_table import TableEntry
from remit.sources.rendering_differences import difference

# A slice of the work: what is left of it then is taken up by a child started anew.
_SLICE = 5
_OUTPUT_BYTES = 64 * 1024

Key = tuple[str, ...]


class _Side(NamedTuple):
    """The surroundings of one of the two renderings."""

    seed: str
    zone: str
    sizes: tuple[str, ...]
    trace: bool


_FIRST = _Side("0", "UTC12", (render_child.FIXTURE, render_child.PRODUCTION), trace=True)
_SECOND = _Side("1", "UTC-14", (render_child.FIXTURE,), trace=False)


@dataclass(frozen=True, slots=True)
class Host:
    """What builders are rendered by: the interpreter, the folders that it imports from, and how long one may take."""

    root: Path
    python: str = sys.executable
    python_path: tuple[str, ...] = ("src", ".")
    timeout_seconds: int = 20


@dataclass(frozen=True, slots=True)
class Ran:
    """A function of the project that ran while prompts were rendered."""

    path: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Rendered:
    """All renditions by name, the modules that could not be imported, what ran, and what kept builders from the network."""

    renditions: tuple[Rendition, ...] = ()
    unimported: Mapping[str, str] = field(default_factory=dict)
    ran: frozenset[Ran] = frozenset()
    network: str = ""


class _Record(msgspec.Struct):
    """One line of what a child found."""

    network: str = ""
    begin: list[str] | None = None
    at: object = None
    end: list[str] | None = None
    text: str | None = None
    reason: str = ""
    ran: list[tuple[str, int, int]] = []
    entry: list[str] | None = None
    category: str = ""
    fixtures: list[str] = []
    complete: bool = False


@dataclass(slots=True)
class _Found:
    """What one side has found so far, over all its children."""

    network: str = ""
    entries: dict[Key, _Record] = field(default_factory=dict)
    ended: dict[Key, _Record] = field(default_factory=dict)
    ran: set[Ran] = field(default_factory=set)


def render(host: Host, modules: Sequence[str], table: Sequence[TableEntry]) -> Rendered:
    """Renders what these modules register and what the table names, every fixture of it."""
    if not modules and not table:
        return Rendered()
    entries = [_wire(entry) for entry in table]
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda side: _run(host, side, modules, entries), (_FIRST, _SECOND))
    renditions = tuple(
        rendition for key, entry in first.entries.items() for rendition in _renditions(host, key, entry, first, second)
    )
    unimported = {key[1]: record.reason for key, record in first.ended.items() if key[0] == "import" and record.reason}
    return Rendered(renditions, unimported, frozenset(first.ran), first.network)


def _wire(entry: TableEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "builder": entry.builder,
        "category": entry.category,
        "fixtures": entry.fixtures,
        "payload": entry.payload,
        "captured": entry.captured or None,
    }


def _run(host: Host, side: _Side, modules: Sequence[str], entries: Sequence[Mapping[str, object]]) -> _Found:
    found = _Found()
    while True:
        before = len(found.ended)
        complete, said = _run_child(host, side, modules, entries, found)
        if complete:
            return found
        if len(found.ended) == before:
            raise RenderingFailed(
                f"'{host.python}' ended before it rendered anything",
                rows=(("said", said or "nothing"),),
                help="name an interpreter that has what the builders import: gate.python",
            )


def _run_child(
    host: Host, side: _Side, modules: Sequence[str], entries: Sequence[Mapping[str, object]], found: _Found
) -> tuple[bool, str]:
    with TemporaryDirectory(prefix="remit-") as name:
        private = Path(name).resolve()
        for folder in ("home", "work", "tmp"):
            (private / folder).mkdir()
        results, hung = private / "results", private / "hung"
        job = {
            "root": str(host.root),
            "python_path": [os.path.normpath(host.root / folder) for folder in host.python_path],
            "modules": list(modules),
            "entries": list(entries),
            "sizes": side.sizes,
            "trace": side.trace,
            "timeout_seconds": host.timeout_seconds,
            "skip": [list(key) for key in found.ended if key[0] != "import" or found.ended[key].reason],
            "results": str(results),
            "hung": str(hung),
            "printed": str(private / "printed"),
        }
        ended = process.run(
            # Not -I: it would ignore the seed. The rest of it is here, and the environment holds nothing else.
            [host.python, "-P", "-s", "-X", "utf8", render_child.__file__],
            cwd=private / "work",
            env={
                "HOME": str(private / "home"),
                "TMPDIR": str(private / "tmp"),
                "PATH": os.defpath,
                "LANG": "C.UTF-8",
                "TZ": side.zone,
                "PYTHONHASHSEED": side.seed,
            },
            stdin=json.dumps(job).encode(),
            timeout_seconds=_SLICE * host.timeout_seconds,
            output_limit_bytes=_OUTPUT_BYTES,
        )
        now = time.monotonic()
        records = _records(results)
        begun, complete = _take(records, found)
        timed = hung.is_file() and hung.stat().st_size > 0
    if begun is not None and begun.begin is not None:
        started = begun.at if isinstance(begun.at, float) else now
        if timed or now - started >= host.timeout_seconds:
            reason = f"took longer than {host.timeout_seconds} s"
        elif ended.timed_out:
            # It was met by the end of the slice, and has its turn in the next one.
            return False, ""
        elif ended.exit_code is None:
            reason = "ended the process by a signal"
        else:
            reason = f"ended the process with exit code {ended.exit_code}"
        found.ended[tuple(begun.begin)] = _Record(reason=reason)
    said = ended.stderr.kept.decode(errors="replace").strip().splitlines()
    return complete, said[-1] if said else ""


def _records(results: Path) -> list[_Record]:
    if not results.is_file():
        return []
    records = []
    for line in results.read_bytes().splitlines():
        try:
            records.append(msgspec.json.decode(line, type=_Record))
        except msgspec.DecodeError:
            # The last line of a child that was ended while it wrote.
            break
    return records


def _take(records: Sequence[_Record], found: _Found) -> tuple[_Record | None, bool]:
    """Adds what a child said; what it had begun and not ended, and whether it came to its own end."""
    begun: _Record | None = None
    complete = False
    for record in records:
        found.network = record.network or found.network
        complete = complete or record.complete
        if record.begin is not None:
            begun = record
        elif record.end is not None:
            found.ended[tuple(record.end)] = record
            found.ran.update(Ran(*each) for each in record.ran)
            begun = None
        elif record.entry is not None:
            found.entries.setdefault(tuple(record.entry), record)
    return begun, complete


def _renditions(host: Host, key: Key, entry: _Record, first: _Found, second: _Found) -> list[Rendition]:
    builder, name = key
    path, line = _place(host, entry)
    made = []
    for fixture in entry.fixtures:
        one, other = (_outcome(side, builder, name, fixture, render_child.FIXTURE) for side in (first, second))
        real = first.ended.get((builder, name, fixture, render_child.PRODUCTION))
        made.append(
            Rendition(
                name=name if len(entry.fixtures) == 1 else f"{name}@{fixture}",
                builder=builder,
                category=entry.category,
                path=path,
                line=line,
                text=one.text,
                reason=one.reason,
                difference=_difference(one, other),
                production=real.text if real else None,
                production_reason=real.reason if real else "",
            )
        )
    return made


def _outcome(side: _Found, builder: str, name: str, fixture: str, size: str) -> _Record:
    found = side.ended.get((builder, name, fixture, size))
    if found is not None:
        return found
    why = side.ended.get(("import", builder.partition(":")[0]))
    return _Record(reason=f"its module cannot be imported: {why.reason}" if why else "it was not rendered")


def _difference(one: _Record, other: _Record) -> str:
    if one.text is None:
        return ""
    if other.text is None:
        return f"the second of two renderings failed: {other.reason}"
    return difference(one.text, other.text)


def _place(host: Host, entry: _Record) -> tuple[str, int]:
    match entry.at:
        case [str() as file, int() as line]:
            path = os.path.relpath(file, host.root)
            return ("", 1) if path.startswith(os.pardir) else (path, line)
    return "", 1
