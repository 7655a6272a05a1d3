"""How long the search for prompts takes against reading and against parsing, and what it adds to memory.

Two trees of ten thousand files without Python, the standard library, and one source at a time for memory.
"""

import ast
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.measure import Row
from remit.sources.search import search

FILES = 10_000
REPEATS = 3
WORDS = "Classify the issue below and answer with one label. "
CODE = "export const prompt = (x: string) => `Hello ${x}`;\n" * 60
CONFIGURATION = f"# system\nkey: value\nsteps:\n{'  - run: make test' * 3}\n" * 20
TREES = {
    "of a repository": {
        "src/*.ts": CODE, "src/lib/*.go": CODE, "web/*.css": CODE, "web/*.tsx": CODE, "docs/*.md": WORDS * 40,
        "conf/*.yaml": CONFIGURATION, "data/*.json": CODE, "src/lib/*.rs": CODE, "web/*.html": CODE, "prompts/*.md": WORDS * 40,
    },
    "of prompts and configuration": {"prompts/*.md": WORDS * 40, "conf/*.yaml": CONFIGURATION},
}  # fmt: skip


def sources() -> dict[str, str]:
    """Made when they are needed: a process that measures memory holds none of them."""
    return {
        "ordinary source": Path(ast.__file__).read_text() + f'\nprompt = "{WORDS * 5}"\n',
        "a megabyte of prompt": f'prompt = """{WORDS * 18_000}"""\n',
        "numbers, 20 KB": f'prompt = "{WORDS}"\nx = [' + "1," * 10_000 + "]\n",
        "numbers, 1 MB": f'prompt = "{WORDS}"\nx = [' + "1," * 500_000 + "]\n",
        "calls, 30 KB": f'prompt = "{WORDS}"\n' + "f(a)\n" * 6_000,
    }


def cpu(action: Callable[[], object]) -> float:
    def once() -> float:
        start = time.process_time()
        action()
        return time.process_time() - start

    return min(once() for _ in range(REPEATS))


def without_python(root: Path, kinds: dict[str, str]) -> list[Path]:
    files = []
    for number in range(FILES):
        name, text = list(kinds.items())[number % len(kinds)]
        path = root / f"area{number % 100}" / name.replace("*", str(number))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        files.append(path)
    (root / ".gitignore").write_text("*.log\n/dist/\n__pycache__/\n!keep.log\n")
    return files


def read_all(paths: list[Path]) -> None:
    for path in paths:
        path.read_bytes()


def parse_all(paths: list[Path]) -> None:
    for path in paths:
        try:
            ast.parse(path.read_bytes())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue


def peak_megabytes(source: str) -> float:
    """What a search of one source adds to the peak of a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "app.py").write_text(source)
        found = subprocess.run(
            [sys.executable, "-m", "bench.finders", folder], check=True, capture_output=True, text=True
        )
    return float(found.stdout)


def print_peak(folder: str) -> None:
    unit = 2**20 if sys.platform == "darwin" else 2**10
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    search(Path(folder))
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / unit)


def rows() -> list[Row]:
    # Memory first, since a process inherits the peak of the one that starts it.
    found = []
    for name, source in sources().items():
        peak, allowed = peak_megabytes(source), 30 + 100 * len(source) / 2**20
        found.append(Row(f"memory at the peak: {name}", f"{peak:.1f} MB more", f"{allowed:.0f} MB", peak <= allowed))
    for name, kinds in TREES.items():
        with tempfile.TemporaryDirectory() as folder:
            files = without_python(Path(folder), kinds)
            ratio = cpu(partial(search, Path(folder))) / cpu(partial(read_all, files))
        found.append(Row(f"{FILES:,} files {name}, searched", f"{ratio:.1f} × reading them", "3 ×", ratio < 3))
    tree = Path(sysconfig.get_path("stdlib"))
    files = sorted(tree.rglob("*.py"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ratio = cpu(partial(search, tree)) / cpu(partial(parse_all, files))
    found.append(Row(f"{len(files):,} Python files, searched", f"{ratio:.2f} × parsing them", "0.5 ×", ratio <= 0.5))
    return found


if __name__ == "__main__":
    print_peak(sys.argv[1])
