"""Which files stand below a folder, without those that git ignores; it must not know what is read from them.

Links are not followed. One that leads to a place inside the root is passed by without a word, since what it names is met
there; one that leads out, to nothing or in a circle is passed over with a line.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from remit.disk import project_root, read_text, read_text_beneath
from remit.errors import FileRefused
from remit.model.found import PassedOver
from remit.sources.ignores import Ignores

NEVER_ENTERED = frozenset({".git", ".venv", "node_modules", ".remit"})
SNAPSHOTS = "remit/snapshots"
_MARKS_ENVIRONMENT = "pyvenv.cfg"


@dataclass(slots=True)
class Tree:
    """The wanted files of one walk, relative to the root, in the order of code points; and what could not be entered."""

    files: list[str] = field(default_factory=list)
    passed_over: list[PassedOver] = field(default_factory=list)


def walk(root: Path, start: str, wanted: Callable[[str], bool]) -> Tree:
    """Every wanted file below a folder of the root (`""`: the root itself); the folder itself is entered whatever its name."""
    tree = Tree()
    folders = [(start, tuple(_ignores_of(root, start, tree)))]
    while folders:
        folder, ignores = folders.pop()
        folders += _enter(root, folder, ignores, wanted, tree)
    tree.files.sort()
    tree.passed_over.sort(key=lambda row: row.path)
    return tree


def _enter(
    root: Path, folder: str, ignores: tuple[Ignores, ...], wanted: Callable[[str], bool], tree: Tree
) -> Iterator[tuple[str, tuple[Ignores, ...]]]:
    prefix = f"{folder}/" if folder else ""
    try:
        with os.scandir(root / folder) as found:
            entries = list(found)
    except OSError as error:
        tree.passed_over.append(PassedOver(folder or ".", f"the folder cannot be entered: {_reason(error)}"))
        return
    names = {entry.name for entry in entries}
    if ".gitignore" in names:
        ignores = (*_read_below(root, f"{prefix}.gitignore", prefix, tree), *ignores)
    for entry in entries:
        path = prefix + entry.name
        if not _is_text(entry.name):
            shown = path.encode(errors="surrogateescape").decode(errors="backslashreplace")
            tree.passed_over.append(PassedOver(shown, "its name is not UTF-8"))
        elif entry.is_symlink():
            _meet_link(root, path, ignores, wanted, tree)
        elif entry.is_dir(follow_symlinks=False):
            if not (_is_closed(root, path, entry.name) or _is_ignored(path, ignores, is_folder=True)):
                yield path, ignores
        elif wanted(path) and not _is_ignored(path, ignores, is_folder=False):
            tree.files.append(path)


def _is_closed(root: Path, path: str, name: str) -> bool:
    return name in NEVER_ENTERED or path == SNAPSHOTS or (root / path / _MARKS_ENVIRONMENT).is_file()


def _is_ignored(path: str, ignores: tuple[Ignores, ...], *, is_folder: bool) -> bool:
    """By the nearest file that speaks of the path."""
    verdicts = (one.verdict(path, is_folder=is_folder) for one in ignores)
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _meet_link(root: Path, path: str, ignores: tuple[Ignores, ...], wanted: Callable[[str], bool], tree: Tree) -> None:
    if _is_ignored(path, ignores, is_folder=False):
        return
    try:
        target = (root / path).resolve(strict=True)
    except (OSError, RuntimeError):
        if wanted(path):
            tree.passed_over.append(PassedOver(path, "a symbolic link to nothing, or in a circle"))
        return
    if not target.is_relative_to(root.resolve()) and (target.is_dir() or wanted(path)):
        tree.passed_over.append(PassedOver(path, "a symbolic link that leads out of the folder; not followed"))


def _ignores_of(root: Path, start: str, tree: Tree) -> Iterator[Ignores]:
    """The rules that hold in a folder before it is entered, nearest first: of what is above it, up to git's own root."""
    names = start.split("/") if start else []
    for depth in range(len(names) - 1, -1, -1):
        folder = "".join(f"{name}/" for name in names[:depth])
        if os.path.lexists(root / folder / ".gitignore"):
            yield from _read_below(root, f"{folder}.gitignore", folder, tree)
    whole = root.resolve()
    top = project_root(whole)
    for outer in whole.parents[: len(whole.parts) - len(top.parts)]:
        yield from _read_above(outer / ".gitignore", f"{whole.relative_to(outer).as_posix()}/", tree)
    put = "" if whole == top else f"{whole.relative_to(top).as_posix()}/"
    yield from _read_above(top / ".git" / "info" / "exclude", put, tree)


def _read_below(root: Path, path: str, cut: str, tree: Tree) -> Iterator[Ignores]:
    try:
        yield Ignores.of(read_text_beneath(root, path), cut=cut)
    except FileRefused as refusal:
        tree.passed_over.append(PassedOver(path, f"{refusal.message}; nothing is ignored by it"))


def _read_above(file: Path, put: str, tree: Tree) -> Iterator[Ignores]:
    if not file.is_file():
        return
    try:
        yield Ignores.of(read_text(file), put=put)
    except FileRefused as refusal:
        tree.passed_over.append(PassedOver(file.name, f"{refusal.message}; nothing is ignored by it"))


def _is_text(name: str) -> bool:
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else "the system gives no reason"
