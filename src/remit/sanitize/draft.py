"""Propose a structured task from free text, for a person to confirm; it must not invent what the text and the repository do not say.

Every piece says where it comes from, and what is missing is asked. The same text and facts give the same draft.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Literal

from remit.markup.edits import Cover
from remit.markup.places import Lines, Span
from remit.paths import judge as judge_path
from remit.sanitize.characters import judge_characters
from remit.sanitize.commands import judge as judge_command
from remit.sanitize.description import SECTIONS, SectionName, section_named
from remit.sanitize.handling import is_made
from remit.sanitize.markdown import Document, Heading, read, trimmed
from remit.sanitize.settling import settle

Origin = Literal["text", "comment", "repository"]

_MOST_BYTES = 256 * 1024
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]+)*[.!?]?")
_WORD = re.compile(r"[^\W\d_]{2,}")
_ASKS = re.compile(r"\b(?:add|allow|build|change|convert|create|delete|drop|enable|ensure|expose|extract|fix|handle|implement|improve"
                   r"|introduce|log|make|migrate|move|port|prevent|reduce|refactor|remove|rename|replace|return|rewrite|show|speed|split"
                   r"|stop|support|switch|test|update|upgrade|use|validate|write)\b", re.IGNORECASE)  # fmt: skip
_REQUIRES = re.compile(
    r"\b(?:must|shall|should|has to|have to|needs? to be|is expected to|are expected to)\b", re.IGNORECASE
)
_ANNOUNCES = re.compile(
    r"\b(?:accept\w*|criteria|done when|requirements?|expected|definition of done|must|should|todo|tasks?)\b[^\n]{0,60}:?\s*\Z",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")
_ANNOUNCING_REACH = 160
_PATH = re.compile(r"(?<![\w./@:~-])(?:[\w.@()\[\]-]+/)*[\w@()\[\]-][\w.@()\[\]-]*\.[A-Za-z][A-Za-z0-9]{0,9}(?![\w/])")
_DELETES = re.compile(r"\b(?:delete|remove|drop)s?\s+(?:the\s+)?(?:file\s+)?`?\Z", re.IGNORECASE)
_COMMENT = re.compile(
    r"^[ \t]*(?:#+|//+|--+|/\*+|\*+|<!--|;+|%+|\"{3}|'{3})?[ \t]*AC(?:\([^)\n]{0,40}\))?:[ \t]*(\S[^\n]*?)[ \t]*(?:\*/|-->)?[ \t]*$",
    re.MULTILINE,
)
_WAITS = re.compile(r"\b(?:depends on|blocked by|waits? for|after|requires)\b([^.\n]{1,120})", re.IGNORECASE)
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}(?:\.[0-9]{1,6}){0,8}")
_QUESTIONS: dict[SectionName, str] = {
    "Objective": "what is to be true when this is done, in one sentence?",
    "Acceptance Criteria": "how can somebody tell that it is done?",
    "Files Modified": "which files may be changed?",
    "Test Command": "which command proves it?",
}


@dataclass(frozen=True, slots=True)
class RepositoryFacts:
    """What is known of the repository: its files, the test commands that its own files name, known task ids, and named files' texts."""

    paths: frozenset[str] = frozenset()
    test_commands: tuple[str, ...] = ()
    tasks: frozenset[str] = frozenset()
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Proposed:
    """One piece, and where it comes from: a place in the text, a line of a file, or the repository as a whole."""

    section: SectionName
    text: str
    origin: Origin
    where: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposed description, its pieces, and what a person has to say before it can be dispatched."""

    markdown: str
    pieces: tuple[Proposed, ...]
    questions: tuple[str, ...]


def draft(text: str, facts: RepositoryFacts | None = None) -> Draft:
    """The task that a text asks for, as far as it says so."""
    known = facts or RepositoryFacts()
    document = read(settle(_readable(text), judge_characters, is_made).text)
    reader = _Reader(document, known)
    pieces = tuple(dict.fromkeys(reader.pieces()))
    return Draft(_markdown(pieces), pieces, tuple(_questions(pieces, known)))


class _Reader:
    """One text and its structure, from which the pieces of a draft are read."""

    def __init__(self, document: Document, facts: RepositoryFacts) -> None:
        self.document = document
        self.text = document.text
        self.facts = facts
        self.lines = Lines.of(self.text)

    def pieces(self) -> Iterator[Proposed]:
        used: list[Span] = []
        objective = self._objective()
        if objective is not None:
            used.append(objective)
            yield self._piece("Objective", objective)
        for span in self._criteria(objective):
            used.append(span)
            yield self._piece("Acceptance Criteria", span)
        yield from _commented(self.facts.texts)
        yield from self._files()
        yield from self._command()
        yield from self._dependencies()
        yield from self._rest(Cover.of(used))

    def _piece(self, section: SectionName, span: Span, text: str | None = None) -> Proposed:
        shown = text if text is not None else " ".join(self.text[slice(*span)].split())
        return Proposed(section, shown, "text", f"line {self.lines.place(span.start).line}")

    def _sentences(self) -> Iterator[Span]:
        for paragraph in self.document.paragraphs:
            for found in _SENTENCE.finditer(self.text, *paragraph):
                span = trimmed(self.text, Span(*found.span()))
                if _WORD.search(self.text, *span):
                    yield span

    def _objective(self) -> Span | None:
        """A title that asks for something, else the first sentence that does, else the first sentence."""
        titles = [self._title(heading) for heading in self.document.headings[:1] if not section_named(heading.title)]
        sentences = list(self._sentences())
        asking = (span for span in [*titles, *sentences] if _ASKS.search(self.text, *span))
        return next(asking, None) or next(iter([*sentences, *titles]), None)

    def _title(self, heading: Heading) -> Span:
        """A heading's words, without the signs that make it one."""
        line = self.text[slice(*heading.span)].partition("\n")[0]
        start = heading.span.start + len(line) - len(line.lstrip("# "))
        return trimmed(self.text, Span(start, heading.span.start + len(line.rstrip("# "))))

    def _criteria(self, objective: Span | None) -> Iterator[Span]:
        """Checkboxes; else the list that the text announces; else the sentences that say what must be."""
        ticked = [item.own for item in self.document.items if item.ticked is not None]
        announced = [item.own for item in self.document.items if self._announced(item.span.start)]
        required = [span for span in self._sentences() if span != objective and _REQUIRES.search(self.text, *span)]
        yield from (span for span in ticked or announced or required if span.start < span.end)

    def _announced(self, start: int) -> bool:
        before = self.text[max(0, start - _ANNOUNCING_REACH) : start].rstrip()
        lines = [line for line in before.split("\n") if line.strip() and not _ITEM.match(line)]
        return bool(lines) and _ANNOUNCES.search(lines[-1].strip(" #*_:")) is not None

    def _files(self) -> Iterator[Proposed]:
        for found in _PATH.finditer(self.text):
            verdict = judge_path(found[0])
            known = verdict.path in self.facts.paths
            if verdict.path is None or not (known or "/" in found[0] or self._in_code_span(found.start())):
                continue
            gone = _DELETES.search(self.text, max(0, found.start() - 40), found.start()) is not None
            yield self._piece(
                "Files Modified", Span(*found.span()), f"{verdict.path} (deleted)" if gone else verdict.path
            )

    def _in_code_span(self, at: int) -> bool:
        return any(code.kind == "span" for code in self.document.code_in(Span(max(0, at - 2), at + 1)))

    def _command(self) -> Iterator[Proposed]:
        for code in self.document.code:
            verdict = judge_command(code.text)
            if (
                verdict.handling == "accept"
                and verdict.argv
                and len(verdict.argv) + len(verdict.notes) > 1
                and verdict.notes
            ):
                yield self._piece("Test Command", code.span, code.text.strip())
                return
        for command in self.facts.test_commands[:1]:
            yield Proposed("Test Command", command, "repository", "the project's own files")

    def _dependencies(self) -> Iterator[Proposed]:
        for found in _WAITS.finditer(self.text):
            for name in _ID.findall(found[1]):
                if name in self.facts.tasks:
                    yield self._piece("Dependencies", Span(*found.span(1)), name)

    def _rest(self, used: Cover) -> Iterator[Proposed]:
        """The sentences that became no piece of their own are background."""
        items = Cover.of(item.span for item in self.document.items)
        for paragraph, sentences in groupby(self._sentences(), key=lambda span: self._paragraph(span.start)):
            left = [self.text[slice(*span)] for span in sentences if span.start not in used and span.start not in items]
            if left:
                yield self._piece("Context", paragraph, " ".join(" ".join(left).split()))

    def _paragraph(self, at: int) -> Span:
        paragraphs = self.document.paragraphs
        return paragraphs[bisect_right(paragraphs, at, key=_start) - 1]


def _start(span: Span) -> int:
    return span.start


def _commented(texts: Mapping[str, str]) -> Iterator[Proposed]:
    for path, text in sorted(texts.items()):
        lines = Lines.of(text)
        for found in _COMMENT.finditer(text):
            yield Proposed("Acceptance Criteria", found[1], "comment", f"{path}:{lines.place(found.start(1)).line}")


def _questions(pieces: tuple[Proposed, ...], facts: RepositoryFacts) -> Iterator[str]:
    present = {piece.section for piece in pieces}
    yield from (question for section, question in _QUESTIONS.items() if section not in present)
    for piece in pieces:
        path = piece.text.removesuffix(" (deleted)")
        if piece.section == "Files Modified" and facts.paths and path not in facts.paths:
            yield f"{path!r} is not there yet: is it to be made?"


def _markdown(pieces: Iterable[Proposed]) -> str:
    by_section: dict[SectionName, list[str]] = {}
    for piece in pieces:
        texts = by_section.setdefault(piece.section, [])
        if piece.text not in texts:
            texts.append(piece.text)
    return (
        "\n\n".join(f"## {name}\n\n{_body(name, by_section[name])}" for name in SECTIONS if name in by_section) + "\n"
    )


def _body(name: SectionName, texts: list[str]) -> str:
    match name:
        case "Acceptance Criteria":
            return "\n".join(f"- [ ] {text}" for text in texts)
        case "Files Modified" | "Dependencies":
            return "\n".join(f"- {text}" for text in texts)
        case "Test Command":
            return f"```\n{texts[0]}\n```"
        case _:
            return "\n\n".join(f"\\{text}" if section_named(text.lstrip("# ")) else text for text in texts)


def _readable(text: str) -> str:
    return text[:_MOST_BYTES].replace("\0", "\ufffd").encode(errors="replace").decode()
