"""Judge a task's description piece by piece; it must not know a scope, nor compose a task of what is kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from remit.markup.edits import Cover, Edit, apply
from remit.markup.places import Span
from remit.model.task import Criterion, ListedFile
from remit.paths import DiskFacts
from remit.sanitize.characters import judge_characters
from remit.sanitize.commands import CommandVerdict, dangerous, judge
from remit.sanitize.criteria import ReadCriterion, read_criteria
from remit.sanitize.dependencies import Surroundings, judge_dependencies
from remit.sanitize.description import DEEPEST, MOST_BYTES, Description, Written, read_description
from remit.sanitize.handling import Concern, flag, is_made, reject, unless_stripped
from remit.sanitize.listed import ReadFile, judge_file
from remit.sanitize.markdown import Document, read
from remit.sanitize.orders import find_orders
from remit.sanitize.settling import Settled, settle
from remit.sanitize.structure import judge_structure, judge_variables
from remit.sanitize.untrusted import judge_dangers, judge_phrases
from remit.sanitize.urls import judge_url

LEFT_OUT = "[a dangerous command was left out]"

_PROSE = ("Objective", "Context", "Notes")


@dataclass(frozen=True, slots=True)
class TaskText:
    """What is kept of a description, and every concern about it, by its place in the original.

    `description` is the kept text as it is read; `told` the same without its dangerous commands, which no prompt holds.
    """

    settled: Settled
    concerns: tuple[Concern, ...]
    description: Description | None = None
    told: Description | None = None
    files: tuple[ListedFile, ...] = ()
    test_command: tuple[str, ...] | None = None
    depends: tuple[str, ...] = ()


def judge_task_text(text: str, around: Surroundings, facts: Mapping[str, DiskFacts]) -> TaskText:
    """Judge a description whole: characters first, then its form, then each piece."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        whole = reject("limit.size", Span(0, len(text)), f"more than {MOST_BYTES} bytes")
        return TaskText(Settled("", (whole,)), (whole,))
    if not text.strip():
        whole = reject("md.empty", Span(0, len(text)))
        return TaskText(Settled("", (whole,)), (whole,))
    settled = settle(text, _form, is_made)
    if settled.refused:
        return TaskText(settled, settled.concerns)
    description = read_description(settled.text)
    files, about_files = judge_files(description.files, facts)
    argv, about_command = _test_command(description.test_command)
    depends = description.dependencies
    found = [
        *about_files,
        *about_command,
        *judge_dependencies([written.text for written in depends], around, [written.span for written in depends]),
        *_text(description),
    ]
    settled = settled.with_concerns(found)
    return TaskText(
        settled,
        settled.concerns,
        description,
        read_description(without_dangers(settled.text)),
        files=files,
        test_command=argv,
        depends=tuple(dict.fromkeys(written.text for written in depends)),
    )


def judge_criteria_text(text: str) -> tuple[Settled, list[ReadCriterion]]:
    """Judge a list of criteria that stands alone, and read what is kept of it."""
    settled = settle(text, _criteria_form, is_made)
    if settled.refused:
        return settled, []
    settled = settled.with_concerns([*judge_dangers(settled.text), *judge_phrases(settled.text)])
    return settled, read_criteria(read(settled.text), Span(0, len(settled.text)))[0]


def judge_files(
    files: Sequence[ReadFile], facts: Mapping[str, DiskFacts]
) -> tuple[tuple[ListedFile, ...], list[Concern]]:
    """The paths that are kept, each once, and every concern about the list."""
    kept: dict[str, ListedFile] = {}
    found: list[Concern] = []
    for file in files:
        listed, concerns = judge_file(file, facts)
        found += concerns
        if listed is None:
            continue
        if kept.setdefault(listed.path, listed) != listed:
            found.append(reject("path.contradiction", file.span, listed.path[:80]))
    return tuple(kept.values()), found


def without_dangers(text: str) -> str:
    """The text with a note in place of each dangerous command."""
    while found := dangerous(text):
        shorter = apply(text, (Edit(*danger.span, LEFT_OUT) for danger in found)).text
        if shorter == text:
            break
        text = shorter
    return text


def runnable(verdict: CommandVerdict) -> tuple[str, ...] | None:
    """The argument vector of a command that is kept; variables set before it are set by `env`."""
    if verdict.argv is None or not verdict.environment:
        return verdict.argv
    return ("env", *(f"{name}={value}" for name, value in verdict.environment), *verdict.argv)


def numbered(criteria: Sequence[ReadCriterion]) -> tuple[Criterion, ...]:
    return tuple(
        Criterion(number, criterion.text, criterion.check, criterion.reviewer)
        for number, criterion in enumerate(criteria, start=1)
    )


def _form(text: str) -> list[Concern]:
    """The concerns about characters and, once these are settled, about the description's form."""
    concerns = list(judge_characters(text, lines_decide=True))
    if any(is_made(concern) or concern.handling == "reject" for concern in concerns):
        return concerns
    return [*concerns, *read_description(text).concerns]


def _criteria_form(text: str) -> list[Concern]:
    concerns = list(judge_characters(text))
    if any(is_made(concern) or concern.handling == "reject" for concern in concerns):
        return concerns
    document = read(text)
    whole = Span(0, len(text))
    if document.depth > DEEPEST:
        return [reject("limit.depth", whole, f"{document.depth} deep")]
    concerns += read_criteria(document, whole)[1]
    concerns += _links(document)
    concerns += [*judge_structure(text), *judge_variables(text)]
    return unless_stripped(concerns)


def _links(document: Document) -> Iterator[Concern]:
    for link in document.links:
        if ":" in link.url or link.url.startswith("//"):
            yield from (flag(concern.code, link.span, link.url[:80]) for concern in judge_url(link.url))


def _test_command(command: Written | None) -> tuple[tuple[str, ...] | None, list[Concern]]:
    if command is None:
        return None, []
    verdict = judge(command.text)
    return runnable(verdict), [
        Concern(code, verdict.handling, command.span, detail=command.text[:80]) for code in verdict.codes
    ]


def _text(description: Description) -> list[Concern]:
    """What the kept text says, wherever in the known sections: dangerous commands, orders, tags, phrases."""
    text = description.document.text
    known = Cover.of(section.body for section in description.sections if section.name is not None)
    command = description.section("Test Command")
    concerns = [
        danger
        for danger in judge_dangers(text)
        if danger.span.start in known and not (command and command.body.start <= danger.span.start < command.body.end)
    ]
    for section in description.sections:
        if section.name in _PROSE:
            concerns += find_orders(description.document, section.body)
    return [*concerns, *judge_structure(text), *judge_variables(text), *judge_phrases(text)]
