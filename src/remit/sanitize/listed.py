"""Read and judge the paths of a Files Modified section; it must not read the disk, nor know the rest of a description."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from remit.markup.places import Span
from remit.model.task import ListedFile
from remit.paths import DiskFacts, PathVerdict, judge, judge_facts
from remit.sanitize.handling import Concern
from remit.sanitize.markdown import Document, trimmed

_MOST = 1000
_GONE = re.compile(r"\s*\((?:deleted|removed)\)\s*\Z", re.IGNORECASE)
_NOTE = re.compile(r"\s*\((?:new|new file|added|created|modified|changed|updated|edit|edited)\)\s*\Z", re.IGNORECASE)
_CODE_SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_SAID_OF_IT = re.compile(r"(?:\s+[-–—:]+\s+|\s*:\s+)")


@dataclass(frozen=True, slots=True)
class ReadFile:
    """One path as it is written, and where."""

    written: str
    gone: bool
    span: Span


def read_files(document: Document, within: Span) -> list[ReadFile]:
    """The paths of a stretch of text: of its list items, else of its lines."""
    items = document.items_in(within)
    places = [item.own for item in items] or list(_lines(document, within))
    return [_read(document.text, place) for place in places if place.start < place.end]


def judge_file(file: ReadFile, facts: Mapping[str, DiskFacts]) -> tuple[ListedFile | None, list[Concern]]:
    """The path as it is kept, None where it is refused, and every concern about it."""
    verdict = judged(file.written, facts)
    concerns = [Concern(code, verdict.handling, file.span, detail=file.written[:80]) for code in verdict.codes]
    return None if verdict.path is None else ListedFile(verdict.path, file.gone), concerns


def judged(path: str, facts: Mapping[str, DiskFacts]) -> PathVerdict:
    verdict = judge(path)
    if verdict.path is not None and verdict.path in facts:
        return judge_facts(verdict, facts[verdict.path])
    return verdict


def _lines(document: Document, within: Span) -> Iterator[Span]:
    """The lines of paragraphs and fences, where there is no list."""
    blocks = [*document.paragraphs, *(code.span for code in document.code if code.kind == "fence")]
    for block in sorted(block for block in blocks if within.start <= block.start < within.end):
        at = block.start
        for line in document.text[slice(*block)].split("\n"):
            if not line.lstrip().startswith(("```", "~~~")):
                yield trimmed(document.text, Span(at, at + len(line)))
            at += len(line) + 1


def _read(text: str, place: Span) -> ReadFile:
    written = text[slice(*place)]
    gone = _GONE.search(written) is not None
    written = _NOTE.sub("", _GONE.sub("", written))
    code = _CODE_SPAN.match(written)
    if code is None:
        return ReadFile(_SAID_OF_IT.split(written, maxsplit=1)[0], gone, place)
    return ReadFile(code[2].strip() if len(code[1]) > 1 else code[2], gone, place)


def listed_paths(files: Iterable[ReadFile]) -> tuple[str, ...]:
    """The normalised paths of those that could be kept."""
    paths = (judge(file.written).path for file in files)
    return tuple(dict.fromkeys(path for path in paths if path is not None))
