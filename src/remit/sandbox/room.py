"""A home and a folder for temporary files that one command has to itself; it must not know which command."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from remit.git import remove_tree


@dataclass(frozen=True, slots=True)
class Room:
    """Two empty folders that go with the command."""

    home: Path
    temporary: Path

    @property
    def variables(self) -> dict[str, str]:
        """What tells the command of them."""
        return {"HOME": str(self.home), "TMPDIR": str(self.temporary)}


@contextmanager
def private_room() -> Iterator[Room]:
    """A room that nobody else may enter; what was left in it, by whatever permission, is gone afterwards."""
    folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="remit-")))
    room = Room(folder / "home", folder / "tmp")
    try:
        room.home.mkdir()
        room.temporary.mkdir()
        yield room
    finally:
        remove_tree(folder)
