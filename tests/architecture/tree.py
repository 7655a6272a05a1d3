"""The project's own files as values, for the tests that judge them; it must not know what is right."""

import ast
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/remit"
TESTS = ROOT / "tests"


def units() -> frozenset[str]:
    """What stands directly below the package: modules, packages, and folders of data that ship."""
    modules = {path.stem for path in SOURCE.glob("*.py") if not path.stem.startswith("__")}
    folders = {path.name for path in SOURCE.iterdir() if path.name != "__pycache__" and any(files_below(path))}
    return frozenset(modules | folders)


def files_below(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def parsed(*folders: Path) -> Iterator[tuple[str, ast.Module]]:
    """Each Python file below these folders, by its path from the root."""
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_bytes())


def kept_files() -> list[Path]:
    """The files that git tracks or would take up."""
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def git(*arguments: str) -> str:
    # A hook of git's own sets these, and they would lead away from the checkout.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout
