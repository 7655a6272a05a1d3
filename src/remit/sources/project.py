"""What a prompt says of the project: its context file and the names of its files; it must not know templates."""

import os
from pathlib import Path
from typing import NamedTuple

from remit.disk import read_text

# The second name is read where an older set-up has it.
CONTEXT_FILES = ("remit/project.md", "agentd/project.md")

_NEVER_LISTED = frozenset({
    ".git", ".hg", ".venv", "venv", ".remit", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache",
})  # fmt: skip
_MOST_NAMES = 200
_DEEPEST = 3


class Structure(NamedTuple):
    """Relative paths in the order of a tree, folders with a slash where they are not entered, and how many more there are."""

    paths: tuple[str, ...]
    cut: int


def project_context(root: Path) -> str | None:
    """The text of the project's context file, or None where there is none."""
    for name in CONTEXT_FILES:
        path = root / name
        # A dangling link is a file that cannot be read, not one that is missing.
        if path.exists() or path.is_symlink():
            return read_text(path)
    return None


def project_structure(root: Path) -> Structure:
    """The names below the project's root: three levels deep and two hundred names, level by level, in the order of code points."""
    found: list[str] = []
    count = 0
    level = [""]
    for depth in range(_DEEPEST):
        below: list[str] = []
        for folder in level:
            for name, is_folder in _names(root / folder):
                count += 1
                path = f"{folder}{name}"
                if len(found) < _MOST_NAMES:
                    found.append(f"{path}/" if is_folder else path)
                    if is_folder:
                        below.append(f"{path}/")
        level = below
        if depth == _DEEPEST - 1 or not level:
            break
    entered = {
        path
        for path in found
        if path.endswith("/") and any(other != path and other.startswith(path) for other in found)
    }
    return Structure(tuple(sorted(path for path in found if path not in entered)), count - len(found))


def _names(folder: Path) -> list[tuple[str, bool]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(
                (entry.name, entry.is_dir(follow_symlinks=False))
                for entry in entries
                if entry.name not in _NEVER_LISTED
            )
    except OSError:
        # A folder that cannot be listed or has just gone has no names to show.
        return []
