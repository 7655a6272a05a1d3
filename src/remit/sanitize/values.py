"""Judge one value of one field, as `remit task check` shows it; it must not know the task that the value belongs to, nor the disk."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

import msgspec

from remit.markup.edits import outside
from remit.markup.places import Span
from remit.paths import DiskFacts
from remit.paths import judge as judge_path
from remit.sanitize.characters import judge_characters
from remit.sanitize.commands import judge as judge_command
from remit.sanitize.criteria import ReadCriterion
from remit.sanitize.dependencies import Surroundings, decode, judge_dependencies
from remit.sanitize.description import read_description
from remit.sanitize.handling import Concern, Handling, codes_of, gravest, is_shown, reject, strip
from remit.sanitize.listed import ReadFile, listed_paths
from remit.sanitize.task_text import judge_criteria_text, judge_files, judge_task_text
from remit.sanitize.untrusted import settle_untrusted
from remit.sanitize.urls import judge_url

Field = Literal[
    "files_modified", "test_command", "acceptance_criteria", "description", "issue_body", "url", "dependencies", "any",
]  # fmt: skip
FIELDS: tuple[Field, ...] = get_args(Field)

_NO_FACTS: Mapping[str, DiskFacts] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ValueContext:
    """What is known beside a value: the tasks around it, and what the disk says of the paths that it names."""

    around: Surroundings = field(default_factory=Surroundings)
    facts: Mapping[str, DiskFacts] = field(default_factory=lambda: _NO_FACTS)


@dataclass(frozen=True, slots=True)
class CheckedValue:
    """What becomes of a value, every reason for it, and what would be kept, None where nothing is.

    In a text that is kept as data, what would read as structure is shown in `value` as a region would hold it.
    """

    handling: Handling
    codes: tuple[str, ...]
    value: str | None
    concerns: tuple[Concern, ...] = ()


def check_value(field: Field, text: str, context: ValueContext | None = None) -> CheckedValue:
    """Judge a value, whatever it holds."""
    known = context or ValueContext()
    match field:
        case "files_modified":
            return _path(text, known)
        case "test_command":
            return _command(text)
        case "acceptance_criteria":
            return _criteria(text)
        case "description":
            return _description(text, known)
        case "url":
            return _checked(judge_url(text.strip(" ")), text.strip(" "))
        case "dependencies":
            return _dependencies(text, known)
        case "issue_body" | "any":
            return _data(text)


def paths_named(field: Field, text: str) -> tuple[str, ...]:
    """The normalised paths that a value names and that are worth asking the disk about."""
    match field:
        case "files_modified":
            path = judge_path(text).path
            return () if path is None else (path,)
        case "description" if not _is_unreadable(text):
            return listed_paths(read_description(text).files)
        case _:
            return ()


def _checked(concerns: list[Concern] | tuple[Concern, ...], value: str | None) -> CheckedValue:
    handling = gravest(concerns)
    return CheckedValue(handling, codes_of(concerns), None if handling == "reject" else value, tuple(concerns))


def _path(text: str, context: ValueContext) -> CheckedValue:
    files, concerns = judge_files([ReadFile(text, False, Span(0, len(text)))], context.facts)
    return _checked(concerns, files[0].path if files else None)


def _command(text: str) -> CheckedValue:
    verdict = judge_command(text)
    whole = Span(0, len(text))
    return _checked([Concern(code, verdict.handling, whole) for code in verdict.codes], text)


def _criteria(text: str) -> CheckedValue:
    if not text.strip():
        return _checked([reject("criteria.empty", Span(0, len(text)))], None)
    settled, criteria = judge_criteria_text(text)
    concerns = list(settled.concerns)
    if not criteria and gravest(concerns) == "accept":
        concerns.append(strip("criteria.prose", Span(0, len(text))))
    return _checked(concerns, _as_list(criteria, settled.text) if criteria else None)


def _as_list(criteria: list[ReadCriterion], text: str) -> str:
    """The text where it holds criteria alone, else these as a list."""
    rest = outside([criterion.own_lines for criterion in criteria], len(text))
    if not any(text[slice(*span)].strip() for span in rest):
        return text
    return "\n".join(f"- [ ] {' '.join(text[slice(*criterion.own)].split())}" for criterion in criteria)


def _description(text: str, context: ValueContext) -> CheckedValue:
    judged = judge_task_text(text, context.around, context.facts)
    return _checked(judged.concerns, judged.settled.text)


def _dependencies(text: str, context: ValueContext) -> CheckedValue:
    whole = Span(0, len(text))
    if not text.strip():
        return _checked([reject("dep.empty", whole)], None)
    ids = decode(text)
    if ids is None:
        return _checked([reject("dep.format", whole)], None)
    kept = list(dict.fromkeys(ids))
    concerns = judge_dependencies(ids, context.around)
    return _checked(concerns, msgspec.json.encode(kept).decode() if gravest(concerns) != "reject" else None)


def _data(text: str) -> CheckedValue:
    settled = settle_untrusted(text, is_shown)
    return _checked(settled.concerns, settled.text)


def _is_unreadable(text: str) -> bool:
    return any(concern.handling == "reject" for concern in judge_characters(text))
