"""Order, counts and rates of an audit's prompts, the same for every format; it must not know any format."""

from collections import Counter
from typing import NamedTuple

from remit.model.audited import AuditResult
from remit.model.finding import Finding, Severity
from remit.model.scores import CRITERIA, Judged, PromptSeverity, Verdict

SEVERITIES: tuple[PromptSeverity, ...] = ("High", "Medium", "Low", "Unscored")
VERDICTS: tuple[Verdict, ...] = ("Fail", "Partial", "Pass", "N/A")
NUMBERS = range(1, len(CRITERIA) + 1)

_SEVERITY_RANK: dict[Severity, int] = {"high": 0, "medium": 1, "low": 2, "note": 3}


class Rate(NamedTuple):
    """How the prompts fare on one criterion; `percent` of all scored ones fail, None where it applies to none."""

    criterion: int
    counts: dict[Verdict, int]
    percent: int | None

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def ordered(audit: AuditResult) -> list[Judged]:
    """The prompts by path, the worst of each file first."""
    return sorted(audit.prompts, key=lambda prompt: (prompt.path, *_badness(prompt), *_place(prompt)))


def ranked(audit: AuditResult) -> list[Judged]:
    """The prompts worst first, over all files."""
    return sorted(audit.prompts, key=lambda prompt: (*_badness(prompt), prompt.path, *_place(prompt)))


def findings(prompt: Judged) -> list[Finding]:
    """A prompt's findings, worst first."""
    return sorted(
        prompt.findings,
        key=lambda each: (
            _SEVERITY_RANK[each.severity],
            each.criterion or len(CRITERIA) + 1,
            each.location.line,
            each.location.column,
            each.rule,
            each.message,
        ),
    )


def fails(prompt: Judged) -> int:
    return sum(score.verdict == "Fail" for score in prompt.scores.criteria)


def severities(audit: AuditResult) -> dict[PromptSeverity, int]:
    counts = Counter(prompt.scores.severity for prompt in audit.prompts)
    return {severity: counts[severity] for severity in SEVERITIES if counts[severity] or severity != "Unscored"}


def rates(audit: AuditResult) -> list[Rate]:
    """One rate a criterion; prompts that could not be scored count in none."""
    scored = [prompt.scores for prompt in audit.prompts if prompt.scores.severity != "Unscored"]
    result = []
    for number in NUMBERS:
        counts = Counter(scores[number].verdict for scores in scored)
        applies = len(scored) > counts["N/A"]
        percent = (200 * counts["Fail"] + len(scored)) // (2 * len(scored)) if applies else None
        result.append(Rate(number, {verdict: counts[verdict] for verdict in VERDICTS}, percent))
    return result


def summary(audit: AuditResult) -> str:
    """How many prompts in how many files, and how many of each severity."""
    paths = len({prompt.path for prompt in audit.prompts})
    counts = ", ".join(f"{count} {severity}" for severity, count in severities(audit).items())
    return f"{counted(len(audit.prompts), 'prompt')} in {counted(paths, 'file')}: {counts}"


def unjudged(audit: AuditResult) -> list[str]:
    """What the counts leave out, a phrase each."""
    phrases = []
    if audit.short_strings:
        phrases.append(f"{counted(audit.short_strings, 'short string')} not judged")
    if audit.silenced:
        phrases.append(f"{counted(audit.silenced, 'finding')} silenced")
    if audit.passed_over:
        phrases.append(f"{counted(len(audit.passed_over), 'file')} passed over")
    return phrases


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _badness(prompt: Judged) -> tuple[int, int]:
    return SEVERITIES.index(prompt.scores.severity), -fails(prompt)


def _place(prompt: Judged) -> tuple[int, int, str]:
    return prompt.line, prompt.column, prompt.name
