"""Lint a task's description, check single values of one; it must not know commands or formats' looks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from remit import __version__
from remit.api import explain
from remit.api.json_lines import Line, json_lines
from remit.config import Settings
from remit.disk import read_text, write_atomic
from remit.markup.places import Span
from remit.paths import DiskFacts
from remit.report.linted import Done, LintedText, Noted, Outcome
from remit.report.linted_formats import FORMATS as _FORMATS
from remit.report.linted_formats import text as _as_text
from remit.report.terminal import ANSI, PLAIN
from remit.sanitize.codes import CODES
from remit.sanitize.dependencies import Surroundings
from remit.sanitize.description import MOST_BYTES, SECTIONS
from remit.sanitize.handling import Concern, Handling, gravest
from remit.sanitize.lint import lint as lint_text
from remit.sanitize.pipeline import Bounds, held_by
from remit.sanitize.values import FIELDS, CheckedValue, Field, ValueContext, check_value, paths_named
from remit.sources.disk_facts import facts_of

__all__ = [
    "FIELDS",
    "FORMATS",
    "Answer",
    "Checked",
    "Field",
    "LintedText",
    "Reason",
    "check",
    "check_lines",
    "lint",
    "write",
]

FORMATS = tuple(_FORMATS)

_DONE: Mapping[Handling, Done] = {
    "reject": "refused",
    "strip": "dropped",
    "escape": "neutralised",
    "flag": "kept",
    "accept": "kept",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a value is handled as it is: what the code says, why that matters, and what to write instead."""

    code: str
    message: str
    why: str
    help: str
    line: int
    detail: str


@dataclass(frozen=True, slots=True)
class Checked:
    """One value, what becomes of it and why; `held` are the codes for which a person decides."""

    value: CheckedValue
    reasons: tuple[Reason, ...]
    held: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What becomes of the value in one row; `id` is the row's own, or its line number where it has none."""

    id: str | int
    handling: Handling
    codes: tuple[str, ...]
    value: str | None


class _Row(msgspec.Struct, frozen=True):
    field: Field
    input: str
    context: Surroundings = Surroundings()


def lint(root: Path, text: str, name: str, settings: Settings) -> LintedText:
    """Everything that is wrong with a description, its paths judged on the disk below the root as well."""
    bounds = Bounds(facts=_facts(root, "description", text), injection=settings.injection.task)
    report = lint_text(text, name, bounds)
    handled = _handlings(text, bounds)
    found = []
    for finding in report.findings:
        known = handled.get((finding.rule, finding.location.span))
        if known is None:
            # Told by the linter alone: what is missing refuses the task, unclear wording does not.
            known = "reject" if finding.severity == "high" else "flag"
        done = "held" if known == "flag" and finding.rule in report.held else _DONE[known]
        found.append(Noted(replace(finding, why=_why(finding.rule)), done))
    outcome: Outcome = "refused" if report.refused else "held" if report.held else "dispatchable"
    return LintedText(name, text, outcome, report.held, tuple(found), __version__)


def write(linted: LintedText, form: str, *, colour: bool = False) -> str:
    """The result in one of `FORMATS`."""
    if form == "text":
        return _as_text(linted, ANSI if colour else PLAIN)
    return _FORMATS[form](linted)


def save(target: str, text: str) -> None:
    """Write a report to a file, whole or not at all."""
    write_atomic(Path(target), text.encode())


def read(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    return read_text(name)


def check(root: Path, field: Field, text: str, settings: Settings) -> Checked:
    """Judge one value, whatever it holds."""
    checked = check_value(field, text, ValueContext(facts=_facts(root, field, text)))
    reasons = []
    for code in checked.codes:
        concern = next(concern for concern in checked.concerns if concern.code == code)
        said = CODES[code]
        line = text.count("\n", 0, concern.span.start) + 1
        reasons.append(Reason(code, said.message, _why(code), said.help, line, concern.detail))
    return Checked(checked, tuple(reasons), held_by(checked.concerns, Bounds(injection=settings.injection.task)))


def check_lines(root: Path, name: str) -> Iterator[Answer]:
    """Judge the value in each line of a file, or of standard input for `-`, in order."""
    return (_answer(root, line) for line in json_lines(name))


def _answer(root: Path, line: Line) -> Answer:
    try:
        row = msgspec.convert(line.value, _Row)
    except msgspec.ValidationError:
        return Answer(line.own_id, "reject", (line.refused or "encoding.invalid",), None)
    context = ValueContext(row.context, _facts(root, row.field, row.input))
    checked = check_value(row.field, row.input, context)
    return Answer(line.own_id, checked.handling, checked.codes, checked.value)


def _facts(root: Path, field: Field, text: str) -> Mapping[str, DiskFacts]:
    # A longer text is refused whole, so that nobody need read its structure.
    paths = paths_named(field, text) if len(text) <= MOST_BYTES else ()
    return facts_of(root, paths) if paths else {}


def _handlings(text: str, bounds: Bounds) -> dict[tuple[str, Span], Handling]:
    """What is done for each code at each place, where the linter's findings tell only that there is one."""
    grouped: dict[tuple[str, Span], list[Concern]] = {}
    for concern in check_value("description", text, ValueContext(bounds.around, bounds.facts)).concerns:
        grouped.setdefault((concern.code, concern.span), []).append(concern)
    return {key: gravest(concerns) for key, concerns in grouped.items()}


def _why(code: str) -> str:
    """The reason that the code's page gives, in the voice of a finding."""
    reason = " ".join(explain.page(code).text.partition("## Why\n")[2].partition("\n## ")[0].split())
    first = reason[:1] if reason.startswith(SECTIONS) else reason[:1].lower()
    return f"{first}{reason[1:]}".removesuffix(".")
