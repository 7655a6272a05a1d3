"""Search a repository, or what a person names of it, for prompts, with every reader there is; it must not know any one format.

A reader is a module: `takes` says whether it can read a file of that name at all, `wants` whether convention lets it expect
prompts there, and `read` finds the prompts in a text, `sure` where somebody says that it is one. Another format is one module more
in `READERS`.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from remit.disk import read_text, read_text_beneath
from remit.errors import FileRefused
from remit.model.found import PassedOver, Search
from remit.paths import Pattern, matches
from remit.sources import prompt_fields, prompt_files, python_prompts
from remit.sources.tree import walk

MIN_WORDS = 40


class Reader(Protocol):
    def wants(self, path: str) -> bool: ...
    def takes(self, path: str) -> bool: ...
    def read(self, path: str, text: str, *, min_words: int, sure: bool) -> Search: ...


READERS: tuple[Reader, ...] = (python_prompts, prompt_fields, prompt_files)


def search(
    root: Path,
    paths: Sequence[str] = (),
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    min_words: int = MIN_WORDS,
) -> Search:
    """The prompts below a root, or in the files and folders of it that are named.

    `include` are globs of files that are prompts, or hold them, whatever their place; `exclude` are globs that are left alone
    unless named. A file that is met and cannot be read is passed over; one that is named and cannot be read is refused.
    """
    included, excluded = [Pattern(glob) for glob in include], [Pattern(glob) for glob in exclude]

    def wanted(path: str) -> bool:
        if _any(excluded, path):
            return False
        if _any(included, path):
            return any(reader.takes(path) for reader in READERS)
        return any(reader.wants(path) for reader in READERS)

    results: dict[str, Search] = {}
    for start in [_relative(root, path) for path in paths] or [""]:
        if start and not (root / start).is_dir():
            results[start] = _named(root, start, sure=_any(included, start), min_words=min_words)
            continue
        base, prefix = (root / start, f"{start.rstrip('/')}/") if _leads_out(start) else (root, "")
        tree = walk(base, "" if prefix else start, partial(_wanted_below, wanted, prefix))
        results[f"{start}/"] = Search(
            passed_over=tuple(replace(row, path=prefix + row.path) for row in tree.passed_over)
        )
        for path in tree.files:
            shown = prefix + path
            if shown not in results:
                results[shown] = _met(base, path, shown, sure=_any(included, shown), min_words=min_words)
    return merged(results[path] for path in sorted(results))


def _wanted_below(wanted: Callable[[str], bool], prefix: str, path: str) -> bool:
    return wanted(prefix + path)


def search_text(path: str, text: str, *, sure: bool = False, min_words: int = MIN_WORDS) -> Search:
    """The prompts in one text, read as the file of that path; `sure` where it is told to be one."""
    reader = next((reader for reader in READERS if reader.takes(path)), None)
    return reader.read(path, text, min_words=min_words, sure=sure) if reader else Search(files_read=1)


def merged(parts: Iterable[Search]) -> Search:
    """Several searches as one, in their order."""
    whole = list(parts)
    return Search(
        prompts=tuple(prompt for part in whole for prompt in part.prompts),
        passed_over=tuple(row for part in whole for row in part.passed_over),
        files_read=sum(part.files_read for part in whole),
        short_strings=sum(part.short_strings for part in whole),
    )


def _met(base: Path, path: str, shown: str, *, sure: bool, min_words: int) -> Search:
    try:
        text = read_text_beneath(base, path)
    except FileRefused as refusal:
        return Search(passed_over=(PassedOver(shown, refusal.message.removeprefix(f"cannot read '{path}': ")),))
    return search_text(shown, text, sure=sure, min_words=min_words)


def _named(root: Path, path: str, *, sure: bool, min_words: int) -> Search:
    try:
        text = read_text(root / path)
    except FileRefused as refusal:
        raise FileRefused(refusal.message.replace(f"'{root / path}'", f"'{path}'"), help=refusal.help) from refusal
    found = search_text(path, text, sure=sure, min_words=min_words)
    for row in found.passed_over:
        at = f", line {row.line}" if row.line else ""
        raise FileRefused(f"cannot search '{path}'{at}: {row.reason}", help="mend it, or leave it out of the command")
    return found


def _relative(root: Path, path: str) -> str:
    """A path as results show it: relative to the root, or as given where it leads out of it."""
    whole = os.path.normpath(root / path)
    inside = os.path.relpath(whole, root)
    if _leads_out(inside):
        return path
    return "" if inside == os.curdir else inside


def _leads_out(path: str) -> bool:
    return path.startswith((f"{os.pardir}/", "/")) or path == os.pardir


def _any(patterns: Sequence[Pattern], path: str) -> bool:
    return any(matches(pattern, path) for pattern in patterns)
