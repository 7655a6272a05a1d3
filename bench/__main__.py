"""Runs the measurements, prints them, and keeps them in results.md; `python -m bench NAME…` runs some of them and keeps nothing."""

import platform
import sys
from importlib import import_module
from pathlib import Path

from bench.measure import table

MODULES = ("startup", "scan", "rendering", "audit", "finders", "gate", "store")


def main(names: list[str]) -> int:
    parts = []
    for name in names or MODULES:
        rows = import_module(f"bench.{name}").rows()
        parts.append(f"## {name}\n\n{import_module(f'bench.{name}').__doc__.strip()}\n\n{table(rows)}")
        print(parts[-1])
    if not names:
        head = f"# Results\n\nCPU time, the best or the median of several rounds; {platform.python_version()} on {platform.system()}.\n"
        (Path(__file__).parent / "results.md").write_text("\n".join([head, *parts]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
