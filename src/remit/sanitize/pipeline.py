"""From a task as somebody wrote it to one that an agent may be told, or to why not; it must not read, ask or run anything.

In this order: sanitise each text, validate the whole against what a task must have, bind it to its scope, seal it. Each step sees only
what the one before has kept. What is refused or left out is kept as evidence, outside of every prompt.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from remit.markup.places import Span
from remit.model.safe_task import Evidence, SafeTask, Seal
from remit.model.task import Criterion, ListedFile, SuspendReason, Task
from remit.paths import DiskFacts, Pattern, Scope
from remit.sanitize.commands import judge as judge_command
from remit.sanitize.criteria import MOST_CRITERIA
from remit.sanitize.dependencies import Surroundings, judge_dependencies
from remit.sanitize.handling import Concern, codes_of, is_made, reject
from remit.sanitize.injection import Policy
from remit.sanitize.listed import ReadFile
from remit.sanitize.task_text import (
    TaskText,
    judge_criteria_text,
    judge_files,
    judge_task_text,
    numbered,
    runnable,
    without_dangers,
)
from remit.sanitize.untrusted import settle_untrusted

_SEAL = Seal()

# The flags that hold a dispatch until a person decides; no other does.
HOLDING = frozenset({"cmd.dangerous", "path.sensitive"})
_INJECTION = "injection."
# What is missing leaves nothing to keep.
_ABSENT = frozenset({"md.missing_section", "task.untitled", "task.unproven"})
_LONGEST_TITLE = 200
_LONGEST_EVIDENCE = 4000
_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is fixed before any text of a task is read: its surroundings, its grant, what the disk says, and what was decided.

    `grant` is None where no person has fixed one yet: then the task's own list is proposed, and nothing is widened. `decided` are codes
    that a person has allowed for this very text.
    """

    around: Surroundings = field(default_factory=Surroundings)
    grant: Scope | None = None
    facts: Mapping[str, DiskFacts] = field(default_factory=lambda: MappingProxyType({}))
    decided: frozenset[str] = frozenset()
    injection: Policy = "suspend"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a task cannot be dispatched, under which of the reasons it is suspended, and what was found."""

    task: str
    reason: SuspendReason
    codes: tuple[str, ...]
    concerns: tuple[Concern, ...]
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is kept of a task once its texts are judged. What the task itself lists stands before what its description says."""

    title: str
    objective: str
    criteria: tuple[Criterion, ...]
    files: tuple[ListedFile, ...]
    test_command: tuple[str, ...] | None
    depends: tuple[str, ...]
    context: str | None
    notes: str | None
    concerns: tuple[Concern, ...]
    judged: TaskText


def sanitise(task: Task, bounds: Bounds) -> SafeTask | Refusal:
    """The whole way, from raw text to a sealed task."""
    pieces = judge_pieces(task, bounds)
    concerns = pieces.concerns
    for found in (iter(()), lacking(pieces), outside_grant(pieces, bounds.grant)):
        concerns = (*concerns, *found)
        if refused := [concern for concern in concerns if concern.handling == "reject"]:
            evidence = tuple(_evidence(task, concerns))
            return Refusal(task.id, _reason(refused), codes_of(refused), concerns, evidence)
    return SafeTask(
        _SEAL,
        id=task.id,
        title=pieces.title,
        objective=pieces.objective,
        criteria=pieces.criteria,
        files=pieces.files,
        test_command=pieces.test_command,
        depends=pieces.depends,
        context=pieces.context,
        notes=pieces.notes,
        held=held_by(concerns, bounds),
        evidence=tuple(_evidence(task, concerns)),
    )


def judge_pieces(task: Task, bounds: Bounds) -> Pieces:
    """Sanitise: each text for itself, without regard to what a task must have."""
    around = replace(bounds.around, task=task.id)
    judged = judge_task_text(task.description, around, bounds.facts)
    told = judged.told
    title, about_title = _title(task.title)
    criteria, about_criteria = _own_criteria(task.criteria)
    files, about_files = judge_files([ReadFile(file.path, file.gone, _NOWHERE) for file in task.files], bounds.facts)
    argv, about_command = _own_command(task.test_command)
    about_depends = judge_dependencies(task.depends, around)
    return Pieces(
        title=title,
        objective=" ".join(told.objective.text.split()) if told and told.objective else "",
        criteria=criteria or (numbered(told.criteria) if told else ()),
        files=files or judged.files,
        test_command=argv or judged.test_command,
        depends=task.depends or judged.depends,
        context=told.context.text if told and told.context else None,
        notes=told.notes.text if told and told.notes else None,
        concerns=(*judged.concerns, *about_title, *about_criteria, *about_files, *about_command, *about_depends),
        judged=judged,
    )


def lacking(pieces: Pieces) -> Iterator[Concern]:
    """Validate: what a task must have to be dispatched, and does not."""
    if not pieces.title:
        yield reject("task.untitled", _NOWHERE)
    present = {"Objective": pieces.objective, "Acceptance Criteria": pieces.criteria, "Files Modified": pieces.files}
    for name, piece in present.items():
        if not piece:
            yield reject("md.missing_section", _NOWHERE, name)
    unproven = [criterion for criterion in pieces.criteria if criterion.check is None and criterion.reviewer is None]
    if pieces.test_command is None and unproven:
        yield reject("task.unproven", _NOWHERE, unproven[0].text[:80])


def outside_grant(pieces: Pieces, grant: Scope | None) -> Iterator[Concern]:
    """Bind: what the task lists must lie in what was granted before its text was read."""
    if grant is None:
        return
    for file in pieces.files:
        if not _grants(grant, file.path):
            yield reject("scope.outside", _NOWHERE, file.path[:80])


def held_by(concerns: Iterable[Concern], bounds: Bounds) -> tuple[str, ...]:
    """The codes for which a person decides before the task is dispatched."""
    holding = [concern for concern in concerns if concern.handling == "flag" and holds(concern.code, bounds.injection)]
    return tuple(code for code in codes_of(holding) if code not in bounds.decided)


def holds(code: str, injection: Policy = "suspend") -> bool:
    """Whether a flag of this code holds a dispatch."""
    return code in HOLDING or (code.startswith(_INJECTION) and injection == "suspend")


def _title(written: str) -> tuple[str, tuple[Concern, ...]]:
    settled = settle_untrusted(written, is_made)
    title = " ".join(without_dangers(settled.text).split())
    concerns = [
        concern._replace(span=_NOWHERE, detail=concern.detail or "in the title") for concern in settled.concerns
    ]
    if len(title) > _LONGEST_TITLE:
        concerns.append(reject("limit.title", _NOWHERE, f"{len(title)} characters"))
    return title, tuple(concerns)


def _own_criteria(criteria: Sequence[Criterion]) -> tuple[tuple[Criterion, ...], list[Concern]]:
    """The criteria that a task lists itself, judged as those of a description are; their numbers stay."""
    kept: list[Criterion] = []
    concerns: list[Concern] = []
    for criterion in criteria:
        marks = [
            f"({kind}: {value})"
            for kind, value in (("check", criterion.check), ("reviewer", criterion.reviewer))
            if value
        ]
        settled, read = judge_criteria_text(" ".join(["- [ ]", *criterion.text.split(), *marks]))
        concerns += (concern._replace(span=_NOWHERE) for concern in settled.concerns)
        if len(read) == 1:
            kept.append(Criterion(criterion.number, without_dangers(read[0].text), read[0].check, read[0].reviewer))
        else:
            concerns.append(reject("criteria.malformed", _NOWHERE, criterion.text[:80]))
    if len(criteria) > MOST_CRITERIA:
        concerns.append(reject("limit.criteria", _NOWHERE, f"{len(criteria)} items"))
    return tuple(kept), concerns


def _own_command(argv: tuple[str, ...] | None) -> tuple[tuple[str, ...] | None, list[Concern]]:
    if argv is None:
        return None, []
    written = shlex.join(argv)
    verdict = judge_command(written)
    return runnable(verdict), [Concern(code, verdict.handling, _NOWHERE, detail=written[:80]) for code in verdict.codes]


def _grants(grant: Scope, path: str) -> bool:
    """Whether a path lies in the grant; a pattern does if the grant names it, or a whole folder that it stays in."""
    if Pattern(path).is_literal:
        return grant.covers(path)
    return any(
        granted.text == path
        or (
            granted.text.endswith("/**")
            and Pattern(granted.text[:-3]).is_literal
            and path.startswith(granted.text[:-2])
        )
        for granted in grant.patterns
    )


def _reason(refused: Sequence[Concern]) -> SuspendReason:
    """Under which reason a refused task waits: what threatens comes before what is only wrong."""
    codes = {concern.code for concern in refused}
    families = {code.partition(".")[0] for code in codes}
    if families & {"cmd", "injection", "uni", "bytes"}:
        return "injection"
    if families & {"path", "scope"}:
        return "scope_conflict"
    return "blocker" if codes <= {"dep.unknown", "dep.scope"} else "integrity"


def _evidence(task: Task, concerns: Iterable[Concern]) -> Iterator[Evidence]:
    """Every piece that no prompt will hold, cut where it is long."""
    for concern in concerns:
        kept_out = concern.handling in ("reject", "strip") or concern.code == "cmd.dangerous"
        text = task.description[slice(*concern.span)] or concern.detail
        if kept_out and text and concern.code not in _ABSENT:
            yield Evidence(concern.code, text[:_LONGEST_EVIDENCE], concern.span)
