"""A file argument as results name it; it must not know what is read from the file."""

from pathlib import Path


def as_shown(start: Path, name: str) -> str:
    """Relative to where the command starts, if it lies there; else as given."""
    path = Path(name)
    return path.relative_to(start).as_posix() if path.is_absolute() and path.is_relative_to(start) else name
