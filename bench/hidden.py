"""How often `find_hidden` speaks up, by kind of text, and how fast: bench/hidden.py PATH (JSON lines, gzipped)."""

import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from remit.markup.hidden import HIDDEN_KINDS, find_hidden

# What people ask a chat model in many languages is no developer text, but must hardly alarm either.
NOT_DEVELOPER = frozenset({"user_query"})


def rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def share(part: int, whole: int) -> str:
    return f"{part:5} of {whole:5}  {100 * part / max(whole, 1):6.2f} %"


def main(path: Path) -> None:
    totals: Counter[tuple[str, str]] = Counter()
    alarms: Counter[tuple[str, str]] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    developer = [0, 0]
    size, seconds = 0, 0.0
    for row in rows(path):
        group = (row["label"], row["kind"])
        text = row["text"]
        started = time.process_time()
        found = find_hidden(text)
        seconds += time.process_time() - started
        size += len(text)
        totals[group] += 1
        alarms[group] += bool(found)
        kinds.update((row["label"], kind) for kind in {hidden.kind for hidden in found})
        if row["label"] == "benign" and row["kind"] not in NOT_DEVELOPER:
            developer[0] += bool(found)
            developer[1] += 1
    for (label, kind), total in sorted(totals.items()):
        if label == "benign" or kind.startswith("obf_") or alarms[label, kind]:
            print(f"{label:7} {kind:40} {share(alarms[label, kind], total)}")
    for kind in HIDDEN_KINDS:
        print(f"{kind:21} attacks {kinds['attack', kind]:5}   benign {kinds['benign', kind]:5}")
    print(f"benign developer text {share(*developer)}")
    print(f"{size / 1e6:.1f} million characters at {size / 1e6 / max(seconds, 1e-9):.0f} million a second of CPU")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
