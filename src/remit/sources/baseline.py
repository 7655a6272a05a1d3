"""Reads and writes the baseline and its snapshots; it must not know what is held to them."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from remit.disk import read_bytes, write_atomic
from remit.errors import BaselineInvalid, BaselineMissing, FileRefused
from remit.model.baseline import BASELINE, SNAPSHOTS, Accepted, Baseline, Entry, Verdicts
from remit.model.scores import CRITERIA, ProfileName, Verdict

_SCHEMA = "remit.baseline/1"
_SAFE = re.compile(r"[a-z0-9_@][a-z0-9._@-]{0,99}")


class _Schema(msgspec.Struct):
    schema: str


class _Entry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    digest: str
    criteria: dict[ProfileName, dict[str, Verdict]]
    category: str = ""
    allowed: dict[ProfileName, dict[str, Verdict | None]] = {}


class _Accepted(msgspec.Struct, forbid_unknown_fields=True):
    path: str
    name: str


class _Baseline(msgspec.Struct, forbid_unknown_fields=True):
    schema: str
    judge: str
    prompts: dict[str, _Entry]
    unregistered: list[_Accepted]


def load_baseline(root: Path) -> Baseline:
    """The baseline of a project."""
    if not has_baseline(root):
        raise BaselineMissing(
            f"no baseline: '{BASELINE}' does not exist, and nothing can be held to it",
            help="remit baseline update makes it",
        )
    return decode(read_bytes(root / BASELINE))


def has_baseline(root: Path) -> bool:
    return os.path.lexists(root / BASELINE)


def decode(data: bytes) -> Baseline:
    """A baseline from its JSON."""
    try:
        found = msgspec.json.decode(data, type=_Schema)
        if found.schema != _SCHEMA:
            raise BaselineInvalid(
                f"'{BASELINE}' is of version '{found.schema}', expected '{_SCHEMA}'",
                help="use the version of Remit that wrote it, or delete it and run remit baseline update",
            )
        wire = msgspec.json.decode(data, type=_Baseline)
        entries = {name: _entry(each) for name, each in wire.prompts.items()}
    except (msgspec.DecodeError, UnicodeError, KeyError) as fault:
        raise BaselineInvalid(
            f"'{BASELINE}' is broken: {_lower(str(fault))}",
            help=f"take it back as it was committed: git checkout {BASELINE}",
        ) from None
    return Baseline(wire.judge, entries, tuple(Accepted(each.path, each.name) for each in wire.unregistered))


def encode(baseline: Baseline) -> bytes:
    """The JSON of a baseline: one fact a line, in the order of names, so that it can be reviewed as a diff."""
    wire = _Baseline(
        _SCHEMA,
        baseline.judge,
        {name: _wire(entry) for name, entry in sorted(baseline.entries.items())},
        [_Accepted(each.path, each.name) for each in sorted(baseline.accepted)],
    )
    return msgspec.json.format(msgspec.json.encode(wire), indent=2) + b"\n"


def load_snapshots(root: Path, baseline: Baseline) -> dict[str, str]:
    """The snapshot of each entry, as far as there is one to be read."""
    found = {}
    for name, entry in baseline.entries.items():
        if entry.digest:
            # One that is missing or no text differs from what was accepted, which the digest tells.
            with suppress(FileRefused, UnicodeError):
                found[name] = read_bytes(root / snapshot_path(name)).decode()
    return found


def save(root: Path, baseline: Baseline, texts: Mapping[str, str]) -> None:
    """Writes the snapshots that changed, then the baseline that names them, and removes snapshots that it does not name."""
    folder = root / SNAPSHOTS
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path, data = root / snapshot_path(name), text.encode()
        if not path.is_file() or path.read_bytes() != data:
            write_atomic(path, data)
    write_atomic(root / BASELINE, encode(baseline))
    kept = {snapshot_path(name) for name, entry in baseline.entries.items() if entry.digest}
    for path in folder.glob("*.txt"):
        if path.relative_to(root).as_posix() not in kept:
            path.unlink()


def snapshot_path(name: str) -> str:
    """Where the snapshot of a prompt stands; names that no two file systems agree on get a digest behind them."""
    if _SAFE.fullmatch(name) and ".." not in name:
        return f"{SNAPSHOTS}/{name}.txt"
    plain = re.sub(r"[^a-z0-9_@-]+", "-", name.lower()).strip("-")[:60] or "prompt"
    return f"{SNAPSHOTS}/{plain}-{sha256(name.encode(errors='surrogateescape')).hexdigest()[:8]}.txt"


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _entry(wire: _Entry) -> Entry:
    return Entry(
        wire.digest,
        {profile: _verdicts(verdicts) for profile, verdicts in wire.criteria.items()},
        wire.category,
        {profile: {int(number): before for number, before in each.items()} for profile, each in wire.allowed.items()},
    )


def _verdicts(wire: Mapping[str, Verdict]) -> Verdicts:
    return tuple(wire[str(number)] for number in range(1, len(CRITERIA) + 1))


def _wire(entry: Entry) -> _Entry:
    return _Entry(
        entry.digest,
        {profile: _numbered(verdicts) for profile, verdicts in sorted(entry.verdicts.items(), reverse=True)},
        entry.category,
        {
            profile: {str(number): before for number, before in sorted(each.items())}
            for profile, each in sorted(entry.allowed.items())
            if each
        },
    )


def _numbered(verdicts: Verdicts) -> dict[str, Verdict]:
    return {str(number): verdict for number, verdict in enumerate(verdicts, 1)}


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
