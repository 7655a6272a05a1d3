"""What a repository says by itself around a text: its files, its test commands, the files that the text names.

It must not know what is made of that.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from remit.disk import read_text_beneath
from remit.errors import FileRefused
from remit.model.found import PassedOver
from remit.paths import judge
from remit.sources.own_tests import FoundCommand, is_for, own_tests
from remit.sources.tree import walk

_MOST_NAMED = 200
_LARGEST = 2**20

# Brackets stand around names, and in names such as `app/[id]/page.tsx`.
_WORDS = (re.compile(r"[^\s`'\"<>,;|*()\[\]{}=]+"), re.compile(r"[^\s`'\"<>,;|*=]+"))


@dataclass(frozen=True, slots=True)
class Repository:
    """Its files, its test commands, the likeliest first, the texts of the files that were named, and what could not be read."""

    paths: frozenset[str]
    test_commands: tuple[FoundCommand, ...]
    texts: Mapping[str, str]
    passed_over: tuple[PassedOver, ...]


def repository_facts(root: Path, text: str) -> Repository:
    """What is known around a text; a command for the kind of files that it names comes first."""
    tree = walk(root, "", _everything)
    paths = frozenset(tree.files)
    named = [path for path in _named(text) if path in paths][:_MOST_NAMED]
    read = partial(read_text_beneath, root, limit=_LARGEST)
    commands, unparsed = own_tests(paths, read)
    suffixes = {PurePosixPath(path).suffix for path in named}
    texts: dict[str, str] = {}
    unread: list[PassedOver] = []
    for path in named:
        try:
            texts[path] = read(path)
        except FileRefused as refusal:
            unread.append(PassedOver(path, refusal.message))
    return Repository(
        paths,
        tuple(sorted(commands, key=lambda each: not is_for(each.command, suffixes))),
        texts,
        (*tree.passed_over, *unparsed, *unread),
    )


def _everything(_path: str) -> bool:
    return True


def _named(text: str) -> Iterator[str]:
    """The words of a text that could be paths, normalised, each once."""
    words = dict.fromkeys(word.rstrip(".:!?") for pattern in _WORDS for word in pattern.findall(text))
    paths = (judge(word).path for word in words)
    return iter(dict.fromkeys(path for path in paths if path is not None))
