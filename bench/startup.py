"""What commands cost before they do anything: CPU beyond the bare interpreter's own."""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import Row

_ROUNDS = 11
_REMIT = str(Path(sys.executable).with_name("remit"))


def rows() -> list[Row]:
    bare = _cpu_ms([sys.executable, "-c", "pass"])
    budgets = (
        ("import remit", [sys.executable, "-c", "import remit"], 25),
        ("remit --version", [_REMIT, "--version"], 80),
        ("remit --help", [_REMIT, "--help"], 80),
    )
    return [_row(what, _cpu_ms(command) - bare, budget) for what, command, budget in budgets]


def _row(what: str, cost: float, budget: int) -> Row:
    return Row(f"start-up: {what}", f"{cost:.0f} ms CPU", f"{budget} ms", cost <= budget)


def _cpu_ms(command: list[str]) -> float:
    costs = []
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": os.defpath}
        for _ in range(_ROUNDS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True, timeout=60)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return sorted(costs)[_ROUNDS // 2] * 1000
