"""What a command may write, as a value, and what of a task's scope the kernel can be told; it must not start anything."""

import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from remit.paths import Pattern, Scope
from remit.paths.wildcards import is_wild
from remit.sandbox import launcher

_LAUNCHER = (sys.executable, "-I", "-S", str(Path(launcher.__file__)))

# In front of a command that nothing confines: all that it started still ends with it.
UNCONFINED = (*_LAUNCHER, "--anywhere", "--")


@dataclass(frozen=True, slots=True)
class Cage:
    """Files and folders, by absolute paths without a link in them, that a command and all that it starts may write.

    Landlock refuses to create, write, cut, rename, link and delete anywhere else, for root too. It does not refuse to
    change modes, owners, times or attributes of files elsewhere, to read, to use the network, or to ask a server that
    runs outside to write. Signals to processes outside are refused from its version 6 on.
    """

    write: tuple[Path, ...]

    @property
    def prefix(self) -> tuple[str, ...]:
        """The words to put in front of a command."""
        return (*_LAUNCHER, *(word for path in self.write for word in ("--write", str(path))), "--")


def grants(root: Path, scope: Scope) -> tuple[Path, ...]:
    """What below a folder must be writable for a scope: its files where they stand, the nearest folder where they do not.

    So a grant may be wider than the scope, up to the folder itself, and what was changed is compared afterwards. A link
    in the tree is never followed: the folder that it stands in is granted instead.
    """
    wanted = {_nearest(root, tuple(_fixed(pattern))) for pattern in scope.patterns}
    return tuple(sorted(path for path in wanted if wanted.isdisjoint(path.parents)))


def _fixed(pattern: Pattern) -> Iterator[str]:
    return takewhile(lambda part: not is_wild(part), pattern.components)


def _nearest(root: Path, parts: tuple[str, ...]) -> Path:
    at = root
    for part in parts:
        try:
            mode = (at / part).lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return at
        if stat.S_ISREG(mode):
            return at / part
        if not stat.S_ISDIR(mode):
            return at
        at /= part
    return at
