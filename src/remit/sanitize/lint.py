"""Show a description's author everything that is wrong with it, in its places; it must not know files, formats or exit codes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from remit.markup.places import Lines
from remit.model.finding import Finding, Location, Severity
from remit.model.task import Task
from remit.sanitize.codes import CODES
from remit.sanitize.criteria import is_vague
from remit.sanitize.handling import Concern, flag
from remit.sanitize.pipeline import Bounds, held_by, holds, judge_pieces, lacking, outside_grant
from remit.sanitize.task_text import TaskText

_UNNAMED = "unnamed"
_CODE_SPAN = re.compile(r"`[^`\n]*`")
_SENTENCE_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)[.!?][\"')]*\s+(?=[\"'(]?[A-Z0-9])")


@dataclass(frozen=True, slots=True)
class LintReport:
    """Whether a task of this description is refused, the codes that hold it until a person decides, and all findings."""

    refused: bool
    held: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def dispatchable(self) -> bool:
        return not self.refused and not self.held


def lint(text: str, path: str, bounds: Bounds | None = None) -> LintReport:
    """Judge a description as the pipeline does, and its wording besides."""
    known = bounds or Bounds()
    pieces = judge_pieces(Task(_UNNAMED, _UNNAMED, text), known)
    concerns = [*pieces.concerns]
    if pieces.judged.description is not None:
        concerns += [*lacking(pieces), *outside_grant(pieces, known.grant), *_wording(pieces.judged)]
    refused = {(concern.code, concern.span) for concern in concerns if concern.handling == "reject"}
    # What is refused as a value is not told once more as a mention in the text.
    told = [each for each in concerns if each.handling == "reject" or (each.code, each.span) not in refused]
    return LintReport(bool(refused), held_by(concerns, known), tuple(findings_of(told, text, path)))


def findings_of(concerns: Iterable[Concern], text: str, path: str) -> Iterator[Finding]:
    """The concerns as findings, in the order of the text; what is missing stands at its start."""
    lines = Lines.of(text)
    for concern in sorted(concerns, key=lambda concern: (concern.span, concern.code)):
        code = CODES[concern.code]
        place = lines.place(concern.span.start)
        shown = text[slice(*concern.span)].partition("\n")[0][:200] or concern.detail
        yield Finding(
            rule=concern.code,
            severity=_severity(concern),
            message=f"{code.message}: {concern.detail[:80]!r}" if concern.detail else code.message,
            location=Location(path, place.line, place.column, concern.span),
            excerpt=shown,
            help=code.help,
        )


def _severity(concern: Concern) -> Severity:
    """A reason that would refuse a typed value weighs less where it is only shown."""
    severity = CODES[concern.code].severity
    return "low" if severity == "high" and concern.handling == "flag" and not holds(concern.code) else severity


def _wording(judged: TaskText) -> Iterator[Concern]:
    """What is well formed and still leaves open when the task is done."""
    description = judged.description
    if description is None:
        return
    objective = description.objective
    if objective is not None and len(_SENTENCE_END.findall(_CODE_SPAN.sub("x", " ".join(objective.text.split())))) > 0:
        yield flag("objective.sentences", judged.settled.original(objective.span))
    for criterion in description.criteria:
        if is_vague(criterion):
            yield flag("criteria.unverifiable", judged.settled.original(criterion.span), criterion.text[:80])
