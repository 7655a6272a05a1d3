"""How often the audit is right on real prompts: a sample to be read by hand, and the table of what was read; it must not know any rule.

    python bench/precision.py [--sample SIZE] [--seed SEED] [--judged FILE] FOLDER…

Each FOLDER is one body of prompts, such as an unpacked package. Without FILE, the sample is printed: one finding a line as JSON, with
the text of its prompt. Whoever reads them writes FILE: the same lines, with `there` (the prompt has this defect), `right` (and verdict,
message and place are what they should be) and `reason`. With FILE, the table is printed: the findings of today, and those of them that
FILE has judged. A judgement whose finding is gone counts no more, so that a mended rule is measured by the same FILE; what it finds
anew has to be drawn and read.
"""

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path

from remit.api.audit import audit, looked_for
from remit.config import Settings

SEED = "precision"
SAMPLE = 30
WANTED = 0.9
_Z = 1.96


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One finding by its place; `at` is the offset in the prompt's text, -1 where the whole prompt is meant."""

    package: str
    path: str
    line: int
    prompt: str
    at: int
    rule: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """One finding with what is needed to judge it."""

    place: Place
    message: str
    excerpt: str
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the reader of one finding said: the defect is there, and all that is said of it is right."""

    there: bool
    right: bool


def findings(folders: Iterable[Path]) -> Iterator[Drawn]:
    """Every finding of the rules that are on by default."""
    rules = looked_for("default", (), ())
    for folder in folders:
        for prompt in audit(folder, (), Settings(), rules).prompts:
            for each in prompt.findings:
                at = each.within.start if each.within else -1
                place = Place(folder.name, prompt.path, prompt.line, prompt.name, at, each.rule)
                yield Drawn(place, each.message, each.excerpt, prompt.text)


def sample(found: Iterable[Drawn], size: int, seed: str) -> Iterator[Drawn]:
    """So many findings of each rule, at random, one of each package in turn."""
    for rule, of_rule in sorted(_by(found, "rule").items()):
        chance = random.Random(f"{seed} {rule}")
        packages = [sorted(each, key=_place) for _, each in sorted(_by(of_rule, "package").items())]
        for each in packages:
            chance.shuffle(each)
        chance.shuffle(packages)
        in_turn = (package[turn] for turn in range(size) for package in packages if turn < len(package))
        yield from (drawn for _, drawn in zip(range(size), in_turn, strict=False))


def wilson(right: int, read: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not read:
        return 0.0, 1.0
    share = right / read
    middle = share + _Z**2 / (2 * read)
    margin = _Z * sqrt(share * (1 - share) / read + _Z**2 / (4 * read**2))
    scale = 1 + _Z**2 / read
    return (middle - margin) / scale, (middle + margin) / scale


def table(found: Iterable[Drawn], judged: Mapping[Place, Judgement]) -> Iterator[str]:
    """A Markdown table, the rules with the most findings first."""
    yield "| rule | findings | read | defect there | right | precision | 95 % interval | under 0.9 |"
    yield "|---|---:|---:|---:|---:|---:|---|---|"
    for rule, of_rule in sorted(_by(found, "rule").items(), key=lambda it: (-len(it[1]), it[0])):
        known = [judged[place] for place in {drawn.place for drawn in of_rule} if place in judged]
        read, there, right = len(known), sum(it.there for it in known), sum(it.right for it in known)
        low, high = wilson(right, read)
        share = f"{right / read:.2f}" if read else "-"
        under = "yes" if read and right / read < WANTED else ""
        yield f"| `{rule}` | {len(of_rule)} | {read} | {there} | {right} | {share} | {low:.2f} to {high:.2f} | {under} |"


def judgements(lines: Iterable[str]) -> dict[Place, Judgement]:
    """What was said of each finding; lines that nobody has judged yet are left out."""
    rows = [json.loads(line) for line in lines if line.strip()]
    return {
        Place(**{name: row[name] for name in Place.__slots__}): Judgement(row["there"], row["right"])
        for row in rows
        if row["right"] is not None
    }


def _by(found: Iterable[Drawn], name: str) -> dict[str, list[Drawn]]:
    groups: dict[str, list[Drawn]] = defaultdict(list)
    for drawn in found:
        groups[getattr(drawn.place, name)].append(drawn)
    return groups


def _place(drawn: Drawn) -> Place:
    return drawn.place


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="precision")
    parser.add_argument("folders", metavar="FOLDER", nargs="+", type=Path)
    parser.add_argument("--sample", metavar="SIZE", type=int, default=SAMPLE)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--judged", metavar="FILE", type=Path)
    chosen = parser.parse_args(arguments)
    found = list(findings(chosen.folders))
    if chosen.judged:
        print("\n".join(table(found, judgements(chosen.judged.read_text(encoding="utf-8").splitlines()))))
        return 0
    for drawn in sample(found, chosen.sample, chosen.seed):
        about = {
            "there": None,
            "right": None,
            "reason": "",
            "message": drawn.message,
            "excerpt": drawn.excerpt,
            "text": drawn.text,
        }
        print(json.dumps(asdict(drawn.place) | about))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
