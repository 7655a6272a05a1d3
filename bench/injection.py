"""Measures what the injection rules find and what they hit: `python bench/injection.py CORPUS [REPORT]`.

The corpus holds JSON lines (or the same in gzip) with text, label (attack or benign), source and kind; it is no part of the project.
Whole sources are left out of tuning: rows of one source are alike, so that a row left out would measure nothing.
"""

import gzip
import json
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from remit.markup.hidden import HIDDEN_KINDS
from remit.markup.neutralise import structure
from remit.sanitize.injection import Alarm, scan_text

# The rules were written with these sources in view, and with no other.
SEEN = frozenset(
    """
    atr-rules neuralchemy deepset synth-embedded-dev synth-obfuscated-dev synth-tagforge-dev gastown-issues cursorrules docs-pytest
    docs-spec-kit commits-ruff commits-black code-pytest owasp-cheatsheets skill-scanner
    """.split()  # noqa: SIM905
)
DEVELOPER_TEXT = frozenset({"agent_instructions", "code", "commit_message", "diff", "project_docs", "task_description"})
SECURITY_TEXT = frozenset({"security_advisory", "security_docs"})
BANDS = ((0, 200), (200, 1000), (1000, 3000), (3000, 10_000), (10_000, 10**9))

# What the patterns of the standard's appendix find, used as a detector.
BACK_TICK = re.compile(r"`")
STANDARD = (
    re.compile(
        r"rm\s+-rf|dd\s+if=|>\s*/dev/sd|chmod\s+777|curl[^\n|]*\|\s*(?:ba)?sh|wget[^\n|]*\|\s*(?:ba)?sh|\beval\b|__import__"
    ),
    re.compile(r"\.\./|(?:^|\s)/[a-z]+/|(?:^|\s)~/", re.MULTILINE),
    re.compile(r"http://"),
    re.compile(r"^\s*[-*]\s\[[ xX]\].*(?:;|&&|\|\||\||\$\()", re.MULTILINE),
)


class Row(NamedTuple):
    text: str
    attack: bool
    source: str
    kind: str


class Seen(NamedTuple):
    row: Row
    alarm: Alarm


class Rate:
    """How many of how many."""

    def __init__(self) -> None:
        self.found = 0
        self.of = 0

    def add(self, found: bool) -> None:
        self.found += found
        self.of += 1

    def __str__(self) -> str:
        return f"{self.found / self.of:.3f} ({self.found}/{self.of})" if self.of else "–"


def rows(path: Path) -> Iterator[Row]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield Row(row["text"], row["label"] == "attack", row["source"], row["kind"])


def table(head: str, cells: dict[str, list[object]], columns: list[str]) -> str:
    lines = [f"| {head} | {' | '.join(columns)} |", f"|{'---|' * (len(columns) + 1)}"]
    lines += [f"| {name} | {' | '.join(str(cell) for cell in row)} |" for name, row in cells.items()]
    return "\n".join(lines)


def detectors(seen: list[Seen]) -> str:
    def by_standard(row: Seen) -> bool:
        return any(pattern.search(row.row.text) for pattern in STANDARD)

    judges: dict[str, Callable[[Seen], bool]] = {
        "the standard's patterns, all": lambda s: by_standard(s) or BACK_TICK.search(s.row.text) is not None,
        "the same without the back-tick rule": by_standard,
        "these rules": lambda s: s.alarm.alarm,
    }
    cells: dict[str, list[object]] = {}
    for name, judge in judges.items():
        rates = [Rate() for _ in range(4)]
        for row in seen:
            group = (
                0
                if row.row.attack
                else 1
                if row.row.kind in DEVELOPER_TEXT
                else 2
                if row.row.kind in SECURITY_TEXT
                else 3
            )
            rates[group].add(judge(row))
        cells[name] = list(rates)
    return table("detector", cells, ["recall", "false alarms, developer text", "security writing", "other"])


def grouped(seen: list[Seen], key: Callable[[Row], str]) -> dict[str, list[object]]:
    groups: dict[str, tuple[Rate, Rate]] = defaultdict(lambda: (Rate(), Rate()))
    for row in seen:
        groups[key(row.row)][0 if row.row.attack else 1].add(row.alarm.alarm)
    return {name: list(rates) for name, rates in sorted(groups.items())}


def band(row: Row) -> str:
    low, high = next(limits for limits in BANDS if len(row.text) < limits[1])
    return f"{low:6,} to {high:,}" if high < 10**9 else f"{low:6,} and more"


def by_rule(seen: list[Seen]) -> str:
    counts: dict[str, list[Rate]] = defaultdict(lambda: [Rate(), Rate(), Rate()])
    names = sorted({reason.rule for row in seen for reason in row.alarm.reasons})
    for row in seen:
        group = 0 if row.row.attack else 1 if row.row.kind in DEVELOPER_TEXT else 2
        fired = {reason.rule for reason in row.alarm.reasons}
        for name in names:
            counts[name][group].add(name in fired)
    return table("rule", {name: list(counts[name]) for name in names}, ["attacks", "developer text", "other benign"])


def by_hidden_kind(seen: list[Seen]) -> str:
    cells: dict[str, list[object]] = {}
    for kind in HIDDEN_KINDS:
        attacks, benign = Rate(), Rate()
        for row in seen:
            (attacks if row.row.attack else benign).add(kind in row.alarm.hidden)
        cells[kind] = [attacks.found, benign]
    return table("kind", cells, ["in attacks", "in benign text"])


def touched(seen: list[Seen]) -> str:
    cells: dict[str, list[object]] = {}
    for kind in sorted(
        {row.row.kind for row in seen if not row.row.attack and row.row.kind in DEVELOPER_TEXT | SECURITY_TEXT}
    ):
        rate = Rate()
        for row in seen:
            if not row.row.attack and row.row.kind == kind:
                rate.add(bool(structure(row.row.text)))
        cells[kind] = [rate]
    return table("kind of text", cells, ["texts in which a tag is neutralised"])


def report(seen: list[Seen], seconds: float) -> str:
    unseen = [row for row in seen if row.row.source not in SEEN]
    columns = ["recall", "false alarms"]
    size = sum(len(row.row.text) for row in seen)
    measured = (
        f"Written by `bench/injection.py` over {len(seen):,} texts of {len({row.row.source for row in seen})} sources;"
        f" {size / 1e6 / seconds:.1f} MB and {len(seen) / seconds:,.0f} texts a second on one core. The corpus is no part of the"
        " project. A rate is no promise: whoever knows the rules writes around them, and orders that read as ordinary data are not"
        " looked for."
    )
    parts = [
        "# What the injection rules find and what they hit",
        measured,
        "## Sources that were left out of tuning",
        detectors(unseen),
        "## All sources",
        detectors(seen),
        "## By source, left out of tuning",
        table("source", grouped(unseen, lambda row: row.source), columns),
        "## By source, seen in tuning",
        table("source", grouped([row for row in seen if row.row.source in SEEN], lambda row: row.source), columns),
        "## By length in characters",
        table("length", grouped(seen, band), columns),
        "## By kind of benign text",
        table("kind", grouped([row for row in seen if not row.row.attack], lambda row: row.kind), columns),
        "## By rule",
        by_rule(seen),
        "## Hidden characters",
        by_hidden_kind(seen),
        "## Neutralised tags",
        touched(seen),
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    path = Path(sys.argv[1])
    texts = list(rows(path))
    started = time.process_time()
    seen = [Seen(row, scan_text(row.text)) for row in texts]
    written = report(seen, time.process_time() - started)
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(written, encoding="utf-8")
    print(written)


if __name__ == "__main__":
    main()
