"""Holds prompts to their baseline, and says what a new baseline may record; it must not know files, time or reports.

Every problem but those of the baseline and of the overrides themselves can be excepted by an override of its rule. A verdict
that got worse under an override is recorded together with what it was: the override is used as long as that stands, and when
it is gone or expired, the problem is back.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from remit.judge.rules import RULES
from remit.judge.severity import severity
from remit.model.baseline import BASELINE, OVERRIDES, Accepted, Baseline, Entry, Override, Overrides, Verdicts
from remit.model.gate import PLACEMENT, Problem, ProblemKind, Standing, Unregistered
from remit.model.scores import ProfileName, Verdict

UNSCORED = "unscored"
NOT_HERMETIC = "prompt-not-hermetic"
NAME_TWICE = "prompt-name-twice"
UNREGISTERED = "unregistered"
SNAPSHOT_EDITED = "snapshot-edited"

_RANK: dict[Verdict, int] = {"Fail": 0, "Partial": 1, "Pass": 2, "N/A": 2}
_RULE_OF = {module.RULE.criterion: module.RULE.ident for module in RULES if module.RULE.criterion}
_MARKUP = re.compile(r"</?[\w-]+(?:\s[^<>\n]*)?/?>|^[ \t]*(?:#{1,6}|[-*+>]|`{3,}|~{3,})|[*_`]+", re.MULTILINE)
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Present:
    """What there is now: prompts as they stand, names that are taken twice, and what no prompt covers."""

    standings: tuple[Standing, ...]
    unregistered: tuple[Unregistered, ...] = ()
    twice: Mapping[str, tuple[str, ...]] | None = None

    def names(self) -> frozenset[str]:
        return frozenset(standing.name for standing in self.standings)


class Outcome(NamedTuple):
    """The reasons not to pass, and those that an override excepts."""

    problems: tuple[Problem, ...]
    excepted: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """What it is held to: a baseline, the snapshots that it speaks of, exceptions, the day, and the profile that blocks."""

    baseline: Baseline
    snapshots: Mapping[str, str]
    overrides: Overrides
    today: date
    profile: ProfileName = "default"
    judge: str = ""


def judged(present: Present, held: Held) -> Outcome:
    """Every reason not to pass, in the order of prompts, then those of the overrides; and what overrides except."""
    valid = [each for each in held.overrides.entries if each.expires >= held.today]
    found = sorted(_found(present, held, valid), key=lambda problem: (problem.prompt, problem.criterion or 0))
    excepting = [(problem, _excepting(problem, valid)) for problem in found]
    left = tuple(problem for problem, override in excepting if override is None)
    excepted = tuple(problem for problem, override in excepting if override is not None)
    return Outcome((*left, *_of_overrides(held, {override for _, override in excepting})), excepted)


def updated(present: Present, held: Held | None, *, profile: ProfileName, judge: str) -> Baseline:
    """The baseline that may be written now. The first takes all that there is; a later one nothing that is a problem of its own."""
    if held is None:
        entries = {each.name: _entry(each) for each in present.standings if each.rendition.text is not None}
        return Baseline(judge, entries, tuple({Accepted(each.path, each.name) for each in present.unregistered}))
    valid = [each for each in held.overrides.entries if each.expires >= held.today]
    old = held.baseline.entries
    entries = {}
    for standing in present.standings:
        entry = _next_entry(standing, old.get(standing.name), valid, held, profile)
        if entry is not None:
            entries[standing.name] = entry
    still = {Accepted(each.path, each.name) for each in present.unregistered}
    return Baseline(judge, entries, tuple(each for each in held.baseline.accepted if each in still))


def is_markup_only(before: str, after: str) -> bool:
    """Whether two texts say the same words in the same order, and differ in tags and other markup alone."""
    return before != after and _words(before) == _words(after)


def _found(present: Present, held: Held, valid: Sequence[Override]) -> Iterator[Problem]:
    for name, builders in sorted((present.twice or {}).items()):
        said = " and ".join(f"'{builder}'" for builder in builders)
        yield Problem(name, "unscored", f"{said} have one name", "give one of them another name", NAME_TWICE)
    for standing in present.standings:
        if standing.name not in (present.twice or {}):
            yield from _of_standing(standing, held, valid)
    yield from _gone(present, held)
    yield from _uncovered(present, held)


def _of_standing(standing: Standing, held: Held, valid: Sequence[Override]) -> Iterator[Problem]:
    rendition = standing.rendition
    if rendition.text is None:
        yield _problem(
            standing,
            "unscored",
            f"it cannot be rendered: {rendition.reason}",
            "mend the builder or its fixture",
            rule=UNSCORED,
        )
        return
    if rendition.difference:
        advice = "give what changes to the builder as an argument, and order what has no order"
        yield _problem(standing, "unscored", rendition.difference, advice, rule=NOT_HERMETIC)
    if rendition.production_reason:
        said = f"it cannot be rendered at its size in use: {rendition.production_reason}"
        yield _problem(standing, "unscored", said, "mend 'payload' or 'captured'", rule=UNSCORED)
    entry = held.baseline.entries.get(standing.name)
    if entry is None:
        yield from _of_new(standing, held, valid)
        return
    changes = list(_changes(standing, entry, held))
    yield from changes
    if not any(
        problem.kind in {"worse", "baseline-stale"} and _excepting(problem, valid) is None for problem in changes
    ):
        yield from _of_snapshot(standing, entry, held)


def _of_new(standing: Standing, held: Held, valid: Sequence[Override]) -> Iterator[Problem]:
    high = list(_new_high(standing, held.profile, valid))
    yield from high
    if all(_excepting(problem, valid) for problem in high):
        yield _problem(
            standing, "baseline-stale", "it is new, and the baseline does not know it", "remit baseline update"
        )


def _new_high(standing: Standing, profile: ProfileName, valid: Sequence[Override]) -> Iterator[Problem]:
    """The fails of a new prompt, where they make it High without those that are excepted."""
    verdicts = standing.verdicts[profile]
    fails = [
        _problem(
            standing,
            "new-high",
            f"it is new and High: criterion {number} fails",
            f"remit explain {_RULE_OF[number]}",
            verdict=(number, None, "Fail"),
        )
        for number, verdict in enumerate(verdicts, 1)
        if verdict == "Fail"
    ]
    excepted = {problem.criterion for problem in fails if _excepting(problem, valid)}
    if not _is_high(verdicts):
        return
    left: Verdicts = tuple("N/A" if number in excepted else verdict for number, verdict in enumerate(verdicts, 1))
    yield from (problem for problem in fails if problem.criterion in excepted or _is_high(left))


def _changes(standing: Standing, entry: Entry, held: Held) -> Iterator[Problem]:
    """What became of each verdict: worse, better, or excepted when it was recorded."""
    allowance = entry.allowance(held.profile)
    snapshot = held.snapshots.get(standing.name, "")
    same_text = standing.digest == entry.digest and held.judge != held.baseline.judge
    markup_only = is_markup_only(snapshot, standing.rendition.text or "")
    for number, (recorded, after) in enumerate(
        zip(entry.verdicts[held.profile], standing.verdicts[held.profile], strict=True), 1
    ):
        before = allowance.get(number, recorded)
        if before is None:
            # It was new and High, and this fail of it was excepted.
            if after == "Fail":
                said = f"it was recorded as new and High: criterion {number} fails"
                yield _problem(
                    standing, "new-high", said, f"remit explain {_RULE_OF[number]}", verdict=(number, None, after)
                )
            else:
                yield _gain(standing, number, recorded, after, markup_only=markup_only)
        elif _RANK[after] < _RANK[before]:
            if same_text and number not in allowance:
                said = f"criterion {number} was {before} by judge {held.baseline.judge}, is {after} by {held.judge} for the same text"
                yield _problem(
                    standing, "baseline-stale", said, "remit baseline update", verdict=(number, before, after)
                )
            else:
                yield _worse(standing, number, before, after)
        elif _RANK[after] > _RANK[recorded]:
            yield _gain(standing, number, recorded, after, markup_only=markup_only)


def _worse(standing: Standing, number: int, before: Verdict, after: Verdict) -> Problem:
    at = " at its size in use" if number == PLACEMENT and standing.production_size else ""
    said = f"criterion {number} was {before}, is {after} here{at}"
    advice = f"remit explain {_RULE_OF[number]}"
    return _problem(standing, "worse", said, advice, verdict=(number, before, after))


def _gain(standing: Standing, number: int, before: Verdict, after: Verdict, *, markup_only: bool) -> Problem:
    said = f"criterion {number} was {before}, is {after} here"
    said += ": a markup-only gain, the words are the same" if markup_only else ": record it"
    return _problem(standing, "baseline-stale", said, "remit baseline update", verdict=(number, before, after))


def _of_snapshot(standing: Standing, entry: Entry, held: Held) -> Iterator[Problem]:
    name = standing.name
    if standing.rendition.difference and not entry.digest:
        return
    if not entry.digest:
        yield _problem(
            standing, "baseline-stale", "it renders to one text now, and has no snapshot", "remit baseline update"
        )
    elif standing.digest != entry.digest:
        if not standing.rendition.difference:
            said = "the rendered prompt changed and the baseline did not"
            yield _problem(standing, "snapshot-changed", said, f"remit prompts {name} --diff")
    elif held.snapshots.get(name) != standing.rendition.text:
        said = "its snapshot is not the text that the baseline recorded"
        yield _problem(standing, "snapshot-changed", said, "remit baseline update", rule=SNAPSHOT_EDITED)


def _gone(present: Present, held: Held) -> Iterator[Problem]:
    for name in held.baseline.entries.keys() - present.names() - (present.twice or {}).keys():
        said = "the baseline knows it, and it is not registered any more"
        yield Problem(name, "baseline-stale", said, "register it again, or remit baseline update", path=BASELINE)


def _uncovered(present: Present, held: Held) -> Iterator[Problem]:
    there = {Accepted(each.path, each.name) for each in present.unregistered}
    for each in present.unregistered:
        if Accepted(each.path, each.name) not in held.baseline.accepted:
            yield Problem(
                each.name,
                "unregistered",
                f"no registered prompt covers this {each.form or 'prompt'}",
                "register what builds it: remit init proposes how",
                UNREGISTERED,
                path=each.path,
                line=each.line,
            )
    for accepted in held.baseline.accepted:
        if accepted not in there:
            said = "it was accepted unregistered, and is registered or gone: record it"
            yield Problem(accepted.name, "baseline-stale", said, "remit baseline update", path=accepted.path)


def _of_overrides(held: Held, used: Iterable[Override | None]) -> Iterator[Problem]:
    for fault in held.overrides.faults:
        yield Problem(
            fault.prompt,
            "override-incomplete",
            f"its override in line {fault.line} cannot be taken: {fault.message}" if fault.prompt else fault.message,
            "an override has rule, prompt, reason, owner and expires",
            fault.rule or None,
            path=OVERRIDES,
            line=fault.line,
        )
    for override in held.overrides.entries:
        if override.expires < held.today:
            said = f"the override of '{override.rule}' expired on {override.expires.isoformat()}"
            advice = f"mend the prompt, or let {override.owner} give it another day"
            yield Problem(
                override.prompt, "override-expired", said, advice, override.rule, path=OVERRIDES, line=override.line
            )
        elif override not in used:
            said = f"the override of '{override.rule}' excepts nothing"
            yield Problem(
                override.prompt, "override-unused", said, "delete it", override.rule, path=OVERRIDES, line=override.line
            )


def _next_entry(
    standing: Standing, old: Entry | None, valid: Sequence[Override], held: Held, profile: ProfileName
) -> Entry | None:
    """What is recorded of a prompt now: its new state, or what stands already where that is not to be had."""
    if standing.rendition.text is None:
        return old
    if old is None:
        high = list(_new_high(standing, profile, valid))
        if not all(_excepting(problem, valid) for problem in high):
            return None
        return _entry(standing, {profile: {problem.criterion: None for problem in high if problem.criterion}})
    changes = [problem for problem in _changes(standing, old, held) if problem.kind in {"worse", "new-high"}]
    if not all(_excepting(problem, valid) for problem in changes):
        return old
    allowed = {problem.criterion: problem.before for problem in changes if problem.criterion}
    return _entry(standing, {**old.allowed, profile: allowed})


def _entry(standing: Standing, allowed: Mapping[ProfileName, Mapping[int, Verdict | None]] | None = None) -> Entry:
    held_text = "" if standing.rendition.difference else standing.digest
    kept = {profile: each for profile, each in (allowed or {}).items() if each}
    return Entry(held_text, standing.verdicts, standing.rendition.category, kept)


def _excepting(problem: Problem, valid: Sequence[Override]) -> Override | None:
    """The override that excepts a problem; those of the baseline itself have none."""
    if problem.rule is None or problem.kind in {"baseline-stale", "snapshot-changed"}:
        return None
    return next((each for each in valid if (each.rule, each.prompt) == (problem.rule, problem.prompt)), None)


def _problem(
    standing: Standing,
    kind: ProblemKind,
    message: str,
    help: str,
    *,
    rule: str | None = None,
    verdict: tuple[int, Verdict | None, Verdict] | None = None,
) -> Problem:
    """A problem of a registered prompt; `verdict` is a criterion with what it was and what it is."""
    rendition = standing.rendition
    criterion, before, after = verdict or (None, None, None)
    rule = _RULE_OF[criterion] if criterion else rule
    return Problem(
        rendition.name,
        kind,
        message,
        help,
        rule,
        criterion,
        before,
        after,
        path=rendition.path,
        line=rendition.line,
    )


def _is_high(verdicts: Verdicts) -> bool:
    return severity(verdicts).lower() == "high"


def _words(text: str) -> list[str]:
    return _WORD.findall(_MARKUP.sub(" ", text).lower())
