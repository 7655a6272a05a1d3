"""How the benches measure: CPU time of the best of several rounds, and rows for one table; it must not know what is measured."""

import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One measurement: what, its figure, what it is held against, and whether it holds."""

    what: str
    figure: str
    target: str
    holds: bool | None


def cpu_seconds(work: Callable[[], object], *, rounds: int = 5) -> float:
    """The CPU time of one call, the best of so many."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    words = {True: "yes", False: "**no**", None: ""}
    lines = ["| what | measured | target | holds |", "|---|---|---|---|"]
    lines += [f"| {row.what} | {row.figure} | {row.target} | {words[row.holds]} |" for row in rows]
    return "\n".join(lines) + "\n"
