"""Problems by prompt, counts in words, and the lines that changed, the same for every format; it must not know any format."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from remit.model.baseline import BASELINE
from remit.model.gate import GateResult, Problem, ProblemKind, Standing

_WORDS: dict[ProblemKind, str] = {
    "worse": "worse",
    "new-high": "new and High",
    "unregistered": "unregistered",
    "snapshot-changed": "unrecorded change",
    "baseline-stale": "to record",
    "override-expired": "override expired",
    "override-unused": "override unused",
    "override-incomplete": "override incomplete",
    "unscored": "unscored",
}
_PLURAL = {"unrecorded change": "unrecorded changes"}
BETTER = "better (record it)"


class Change(NamedTuple):
    """A line that one text has and the other has not."""

    sign: Literal["-", "+"]
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """A prompt, registered or not, with its problems; `changes` are the lines that its text lost and gained since its snapshot."""

    name: str
    problems: tuple[Problem, ...]
    standing: Standing | None = None
    before: str | None = None

    @property
    def after(self) -> str | None:
        return self.standing.rendition.text if self.standing else None

    @property
    def changes(self) -> tuple[Change, ...]:
        if self.before is None or self.after is None:
            return ()
        return tuple(changes(self.before, self.after))


def cases(result: GateResult, *, all_prompts: bool = False) -> list[Case]:
    """What has problems, in the order of names; with `all_prompts`, what has none as well."""
    standings = {standing.name: standing for standing in result.standings}
    grouped: dict[str, list[Problem]] = {name: [] for name in standings} if all_prompts else {}
    for problem in result.problems:
        grouped.setdefault(problem.prompt, []).append(problem)
    return [
        Case(name, tuple(found), standings.get(name), result.snapshots.get(name))
        for name, found in sorted(grouped.items())
    ]


def changes(before: str, after: str) -> Iterator[Change]:
    """The lines that went and came, in their order."""
    old, new = before.splitlines(), after.splitlines()
    for kind, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (Change("-", line) for line in old[old_start:old_end])
            yield from (Change("+", line) for line in new[new_start:new_end])


def is_gain(problem: Problem) -> bool:
    return problem.kind == "baseline-stale" and problem.before is not None


def counts(result: GateResult) -> list[str]:
    """How many of what, in words, the worst first."""
    found = Counter(BETTER if is_gain(problem) else _WORDS[problem.kind] for problem in result.problems)
    phrases = [
        f"{found[word]} {_PLURAL.get(word, word) if found[word] > 1 else word}"
        for word in _WORDS.values()
        if found[word]
    ]
    phrases.append(f"{result.held} held")
    if result.excepted:
        phrases.append(f"{len(result.excepted)} excepted by override")
    if found[BETTER]:
        phrases.append(f"{found[BETTER]} {BETTER}")
    return phrases


def verdict(result: GateResult) -> str:
    return "passed" if result.passed else "not passed"


def advice(result: GateResult) -> str:
    """The one command that accepts what there is, where one does."""
    kinds = {problem.kind for problem in result.problems}
    if kinds & {"worse", "new-high"}:
        return "if all of this is meant: remit baseline update, and an override with its reason for what got worse"
    if kinds & {"snapshot-changed", "baseline-stale"}:
        return "if all of this is meant: remit baseline update"
    return ""


def origin(problem: Problem) -> str:
    """Whether this branch brought it, where that is known."""
    if problem.introduced is None:
        return ""
    return "introduced by this branch" if problem.introduced else "there before this branch"


def place(problem: Problem) -> str:
    """The file to look at: the prompt's own, else the baseline."""
    return problem.path or BASELINE


def over_budget(budget_tokens: int | None, tokens: int) -> int:
    """How many tokens are over the budget, where there is one."""
    return max(0, tokens - budget_tokens) if budget_tokens else 0
