"""Reads the documented exceptions from `remit/overrides.toml`; it must not know what they except from."""

import os
import tomllib
from collections.abc import Iterator
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path

from remit.disk import read_text
from remit.model.baseline import OVERRIDES, Override, OverrideFault, Overrides

_HEAD = "[[override]]"
_KEYS = ("rule", "prompt", "reason", "owner", "expires")


def load_overrides(root: Path) -> Overrides:
    """The overrides of a project; what is wrong with them is said in the result, so that all of it can be told at once."""
    path = root / OVERRIDES
    if not os.path.lexists(path):
        return Overrides()
    return read_overrides(read_text(path))


def read_overrides(text: str) -> Overrides:
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "it is nested too deeply"
        return Overrides(faults=(OverrideFault(f"the file is not TOML: {reason[:1].lower()}{reason[1:]}"),))
    faults = [OverrideFault(f"unknown key '{key}', expected [[override]] alone") for key in table if key != "override"]
    rows = table.get("override", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return Overrides(faults=(*faults, OverrideFault("'override' is no list of tables, expected [[override]]")))
    heads = [number for number, line in enumerate(text.splitlines(), 1) if line.strip().startswith(_HEAD)]
    # Written as an inline list they have no heads, and stand where the list does.
    lines = heads if len(heads) == len(rows) else [1] * len(rows)
    entries: list[Override] = []
    for row, line in zip(rows, lines, strict=True):
        problems = list(_problems(row))
        faults += [OverrideFault(problem, _text(row, "rule"), _text(row, "prompt"), line) for problem in problems]
        if not problems:
            rule, prompt, reason, owner = (_text(row, key) for key in _KEYS[:-1])
            entries.append(Override(rule, prompt, reason, owner, row["expires"], line))
    return Overrides(tuple(entries), tuple(faults))


def _problems(row: dict[str, object]) -> Iterator[str]:
    for key in row:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1)
            yield f"unknown key '{key}'" + (f", did you mean '{near[0]}'?" if near else "")
    for key in _KEYS[:-1]:
        if not _text(row, key):
            yield f"it has no {key}"
    expires = row.get("expires")
    if expires is None:
        yield "it has no day on which it expires"
    elif not isinstance(expires, date) or isinstance(expires, datetime):
        yield f"'expires' is '{expires}', expected a day such as 2030-12-31, without quotes"


def _text(row: dict[str, object], key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""
