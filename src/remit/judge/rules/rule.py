"""What a rule is, and what it says of a prompt; it must not know any one rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from remit.judge.rules.subject import Subject
from remit.markup.places import Span
from remit.model.finding import Severity, Tier


@dataclass(frozen=True, slots=True)
class Rule:
    """One defect by its name: how grave it is, what supports it, and whether it is looked for unless asked.

    `principle` marks the rules that ask more of a prompt than the standard of the eight criteria does; its letter has none of them.
    """

    ident: str
    severity: Severity
    tier: Tier
    summary: str
    why: str
    criterion: int | None = None
    on_by_default: bool = True
    principle: bool = False


class Hit(NamedTuple):
    """One place where the defect is; without a span it is the whole prompt. `severity` differs from the rule's where it is milder."""

    span: Span | None
    message: str
    help: str
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """What a project says to single rules."""

    budget_characters: int | None = None


class RuleModule(Protocol):
    """A module that is a rule."""

    @property
    def RULE(self) -> Rule: ...  # noqa: N802 - the name of a constant

    def check(self, subject: Subject, settings: RuleSettings, /) -> Iterator[Hit]: ...
