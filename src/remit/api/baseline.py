"""Write a baseline of what there is, and show the one that is kept; it must not know commands."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

from remit import __version__
from remit.api.gate import result_of, root_of
from remit.api.registered import Looked, look
from remit.config import Loaded
from remit.judge.gating import Held, updated
from remit.model.baseline import Baseline
from remit.model.gate import GateResult
from remit.sources.baseline import encode, has_baseline, load_baseline, load_snapshots, save
from remit.sources.overrides import load_overrides

__all__ = ["Changed", "Updated", "as_json", "changed", "load", "root_of", "update"]


@dataclass(frozen=True, slots=True)
class Updated:
    """What a baseline was and is, and what the gate says of the new one: its problems are what could not be recorded."""

    before: Baseline | None
    after: Baseline
    result: GateResult


class Changed(NamedTuple):
    """The names of prompts by what became of their entries."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def update(loaded: Loaded, day: date, *, dry_run: bool = False) -> Updated:
    """Records what there is; of what got worse, only what an override excepts."""
    root = root_of(loaded)
    return recorded(root, loaded, look(root, loaded.settings), day, dry_run=dry_run)


def recorded(root: Path, loaded: Loaded, looked: Looked, day: date, *, dry_run: bool = False) -> Updated:
    """Records what was seen."""
    settings, overrides = loaded.settings, load_overrides(root)
    profile = settings.audit.profile
    before = load_baseline(root) if has_baseline(root) else None
    snapshots = load_snapshots(root, before) if before else {}
    held = Held(before, snapshots, overrides, day, profile, __version__) if before else None
    after = updated(looked.present, held, profile=profile, judge=__version__)
    texts = {
        standing.name: standing.rendition.text
        for standing in looked.present.standings
        if standing.rendition.text is not None
        and standing.digest
        and _is_recorded(after, standing.name, standing.digest)
    }
    if not dry_run:
        save(root, after, texts)
    now_held = Held(after, {**snapshots, **texts}, overrides, day, profile, __version__)
    return Updated(before, after, result_of(looked, now_held, settings))


def changed(done: Updated) -> Changed:
    """What an update did to the entries."""
    before = done.before.entries if done.before else {}
    after = done.after.entries
    return Changed(
        tuple(sorted(after.keys() - before.keys())),
        tuple(sorted(name for name in after.keys() & before.keys() if after[name] != before[name])),
        tuple(sorted(before.keys() - after.keys())),
    )


def as_json(baseline: Baseline) -> str:
    """A baseline in the form in which it is kept."""
    return encode(baseline).decode()


def load(loaded: Loaded) -> Baseline:
    """The baseline that is kept."""
    return load_baseline(root_of(loaded))


def _is_recorded(baseline: Baseline, name: str, digest: str) -> bool:
    entry = baseline.entries.get(name)
    return entry is not None and entry.digest == digest
