"""Draft a structured task from free text and its repository, and write it once a person wants it; it must not know commands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from remit.api.task_text import lint
from remit.config import Settings
from remit.disk import read_text, write_atomic
from remit.model.found import PassedOver
from remit.report.linted import Outcome
from remit.sanitize.draft import Draft, Proposed, RepositoryFacts
from remit.sanitize.draft import draft as draft_text
from remit.sources.own_tests import FoundCommand
from remit.sources.repository import repository_facts

__all__ = ["Draft", "Drafted", "Proposed", "draft", "is_there", "save"]


@dataclass(frozen=True, slots=True)
class Drafted:
    """A proposed description, what becomes of it as it stands and by which codes, and what could not be read.

    `says` is whether the text itself gave anything.
    """

    draft: Draft
    outcome: Outcome
    codes: tuple[str, ...]
    passed_over: tuple[PassedOver, ...]

    @property
    def says(self) -> bool:
        return any(piece.origin == "text" for piece in self.draft.pieces)


def draft(root: Path, name: str, settings: Settings) -> Drafted:
    """The task that the text in a file asks for, as far as the text and the repository say so."""
    text = read_text(name)
    repository = repository_facts(root, text)
    facts = RepositoryFacts(
        paths=repository.paths,
        test_commands=tuple(found.command for found in repository.test_commands),
        texts=repository.texts,
    )
    found = draft_text(text, facts)
    pieces = tuple(_placed(piece, repository.test_commands) for piece in found.pieces)
    linted = lint(root, found.markdown, name, settings)
    refusing = (noted.finding.rule for noted in linted.found if noted.done == "refused")
    codes = linted.held if linted.outcome == "held" else tuple(dict.fromkeys(refusing))
    questions = tuple(dict.fromkeys(found.questions))
    return Drafted(replace(found, pieces=pieces, questions=questions), linted.outcome, codes, repository.passed_over)


def is_there(target: str) -> bool:
    return Path(target).exists()


def save(target: str, drafted: Drafted) -> None:
    """Write the description to a file, whole or not at all."""
    write_atomic(Path(target), drafted.draft.markdown.encode())


def _placed(piece: Proposed, commands: Sequence[FoundCommand]) -> Proposed:
    """A piece that comes from the repository, with the file that says so."""
    if piece.origin != "repository":
        return piece
    file = next((found.file for found in commands if found.command == piece.text), piece.where)
    return replace(piece, where=file)
