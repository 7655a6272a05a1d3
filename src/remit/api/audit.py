"""Find prompts and judge them, or judge texts that are named as prompts; it must not know commands or how a result looks."""

from collections.abc import Callable, Sequence
from pathlib import Path

from remit import __version__
from remit.config import Settings
from remit.disk import read_text, write_atomic
from remit.judge.judging import DEFAULT, JudgeSettings, judge
from remit.model.audited import AuditResult, FailOn
from remit.model.found import FoundPrompt, Search
from remit.model.scores import Judged, ProfileName
from remit.report import json, text
from remit.report.formats import FORMATS
from remit.sources.search import search, search_text

__all__ = [
    "FORMATS", "AuditResult", "FailOn", "ProfileName", "audit", "audit_text", "looked_for", "read_text", "save", "score_files", "write",
]  # fmt: skip

Progress = Callable[[int, int], None]


def looked_for(profile: ProfileName, select: Sequence[str], ignore: Sequence[str]) -> JudgeSettings:
    """The rules to look for: those selected, or the default ones; less those ignored."""
    return JudgeSettings(profile, tuple(select) or (DEFAULT,), tuple(ignore))


def audit(
    root: Path, paths: Sequence[str], settings: Settings, rules: JudgeSettings, progress: Progress | None = None
) -> AuditResult:
    """All prompts in the named files and folders, or below the root, judged."""
    chosen = settings.audit
    found = search(root, paths, include=chosen.include, exclude=chosen.exclude, min_words=chosen.min_words)
    return _judged(found, settings, rules, progress)


def audit_text(name: str, content: str, settings: Settings, rules: JudgeSettings) -> AuditResult:
    """The prompts in one text, read as the file of that name."""
    return _judged(search_text(name, content, sure=True, min_words=settings.audit.min_words), settings, rules)


def score_files(paths: Sequence[str], settings: Settings, rules: JudgeSettings) -> AuditResult:
    """Each file as one rendered prompt."""
    return _judged(Search(tuple(_rendered(path) for path in paths), files_read=len(paths)), settings, rules)


def write(result: AuditResult, form: str, *, scores: bool = False, colour: bool = False) -> str:
    """The result in one of the formats; JSON holds the eight verdicts and what decided them where `scores` are asked for."""
    if form == "text":
        return text.render(result, text.ANSI if colour else text.PLAIN)
    if form == "json" and scores:
        return json.render_scores(result)
    return FORMATS[form](result)


def save(path: str, content: str) -> None:
    """Put a result in place whole or not at all."""
    write_atomic(Path(path), content.encode())


def _judged(found: Search, settings: Settings, rules: JudgeSettings, progress: Progress | None = None) -> AuditResult:
    judged: list[Judged] = []
    for number, prompt in enumerate(found.prompts, start=1):
        judged.append(judge(prompt, rules))
        if progress is not None:
            progress(number, len(found.prompts))
    return AuditResult(
        rules.profile,
        tuple(judged),
        found.passed_over,
        files=found.files_read,
        short_strings=found.short_strings,
        silenced=sum(prompt.silenced for prompt in judged),
        fail_on=settings.audit.fail_on,
        version=__version__,
    )


def _rendered(path: str) -> FoundPrompt:
    return FoundPrompt(path, path, "rendered", read_text(path), 0, 1, 1, exact=True, form="rendered prompt")
