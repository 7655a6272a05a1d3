"""Score one found prompt and run the chosen rules on it; it must not know how it was found or will be shown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from remit.errors import UsageInvalid
from remit.judge.parts import is_part
from remit.judge.profiles import judge_letter, judge_structure
from remit.judge.rules import RULES
from remit.judge.rules.rule import Hit, Rule, RuleModule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.severity import severity
from remit.judge.structure import read
from remit.judge.suppressing import SUPPRESSION_RULES, suppress
from remit.markup.places import Lines, Span
from remit.model.finding import Finding, Location
from remit.model.found import FoundPrompt
from remit.model.scores import CriterionScore, Judged, ProfileName, PromptSeverity, Scores

# Two words that stand for several rules wherever rules are chosen.
ALL, DEFAULT = "all", "default"

EVERY_RULE: tuple[Rule, ...] = (*(module.RULE for module in RULES), *SUPPRESSION_RULES)

_OF_A_PART = "a part of a prompt, or a manual, of which this is not asked"
_LINE_END = re.compile(r"[\r\n]")
_FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class RuleFault(Exception):
    """A rule crashed: a fault of Remit, never of the prompt."""


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """The profile, and which rules are looked for: by name or by `all` and `default`, less those that are ignored.

    Nothing selected is `default`.
    """

    profile: ProfileName = "default"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    rules: RuleSettings = field(default_factory=RuleSettings)

    def __post_init__(self) -> None:
        known = {ALL, DEFAULT, *(rule.ident for rule in EVERY_RULE)}
        for name in (*self.select, *self.ignore):
            if name not in known:
                near = get_close_matches(name, sorted(known), n=1)
                raise UsageInvalid(
                    f"no rule has the name '{name}', expected one that remit explain lists, '{ALL}' or '{DEFAULT}'",
                    help=f"did you mean '{near[0]}'?" if near else "remit explain lists them",
                )


def judge(found: FoundPrompt, settings: JudgeSettings) -> Judged:
    """The scores and findings of one prompt.

    All eight verdicts are given whatever is looked for; the severity follows from those whose rules are looked for and not silenced.
    """
    looked_for = {rule.ident: rule for rule in chosen(settings)}
    structure = read(found.text)
    if settings.profile == "adr-0043":
        criteria = judge_letter(found.text)
    else:
        criteria = judge_structure(structure)
        if is_part(found, structure):
            criteria = tuple(_unasked(score) for score in criteria)
    subject = Subject(found, settings.profile, structure, Scores(criteria, "Unscored"))
    lines = Lines.of(found.text)
    findings = [
        _finding(found, lines, module.RULE, hit)
        for module in RULES
        if module.RULE.ident in looked_for
        for hit in run_rule(module, subject, settings.rules)
    ]
    known = frozenset(rule.ident for rule in EVERY_RULE)
    suppressed = suppress(found, findings, known=known, looked_for=looked_for)
    silenced = {finding.criterion for finding in suppressed.silenced}
    counted = {rule.criterion for rule in looked_for.values()} - silenced
    return Judged(
        found.name,
        found.path,
        found.line,
        found.column,
        found.form,
        found.text,
        Scores(criteria, _severity(criteria, counted)),
        tuple(sorted((*suppressed.left, *suppressed.of_comments), key=_order)),
        exact=found.exact,
        start=found.start,
        silenced=len(suppressed.silenced),
    )


def chosen(settings: JudgeSettings) -> Iterator[Rule]:
    """The rules that are looked for. By default the letter of the standard has none of the rules that ask for more than it does."""
    selected = settings.select or (DEFAULT,)
    for rule in EVERY_RULE:
        is_default = rule.on_by_default and not (rule.principle and settings.profile == "adr-0043")
        if _holds(selected, rule, is_default) and not _holds(settings.ignore, rule, is_default):
            yield rule


def _unasked(score: CriterionScore) -> CriterionScore:
    """A verdict on a part: what it lacks may stand in the text that it is joined to."""
    return CriterionScore(score.criterion, "N/A", None, _OF_A_PART) if score.verdict in ("Fail", "Partial") else score


def _holds(names: Sequence[str], rule: Rule, is_default: bool) -> bool:
    return rule.ident in names or ALL in names or (DEFAULT in names and is_default)


def audit(text: str, profile: ProfileName = "default") -> Judged:
    """The scores and findings of one rendered prompt."""
    return judge(FoundPrompt("prompt", "prompt", "rendered", text, 0, 1, 1, exact=True), JudgeSettings(profile))


def _severity(criteria: Sequence[CriterionScore], counted: set[int | None]) -> PromptSeverity:
    return severity([it.verdict if it.criterion in counted else "N/A" for it in criteria])


def run_rule(module: RuleModule, subject: Subject, settings: RuleSettings) -> list[Hit]:
    """What one rule says; a crash names the rule and the prompt, and quotes nothing of it."""
    try:
        return list(module.check(subject, settings))
    except _FAULTS as fault:
        where = f"'{subject.found.path}', line {subject.found.line}"
        raise RuleFault(f"rule '{module.RULE.ident}' failed on {where}: {type(fault).__name__}") from fault


def _finding(found: FoundPrompt, lines: Lines, rule: Rule, hit: Hit) -> Finding:
    start, end = hit.span or Span(0, 0)
    # Formats quote the deciding text in its line.
    excerpt = _LINE_END.split(found.text[start:end], maxsplit=1)[0]
    span = Span(start, start + len(excerpt))
    return Finding(
        rule.ident,
        hit.severity or rule.severity,
        hit.message,
        _location(found, lines, span),
        excerpt=excerpt,
        within=span if hit.span else None,
        why=rule.why,
        help=hit.help,
        criterion=rule.criterion,
        prompt=found.name,
        tier=rule.tier,
    )


def _location(found: FoundPrompt, lines: Lines, span: Span) -> Location:
    """Where a span of the text stands in the file: what is not there letter by letter stands where the prompt opens."""
    if not found.exact:
        return Location(found.path, found.line, found.column, Span(found.start, found.start))
    place = lines.place(span.start)
    return Location(
        found.path,
        found.line + place.line - 1,
        place.column + (found.column - 1 if place.line == 1 else 0),
        Span(found.start + span.start, found.start + span.end),
    )


def _order(finding: Finding) -> tuple[int, int, int, str, str]:
    place = finding.location
    return place.line, place.column, place.span.end, finding.rule, finding.message
