"""Hold the registered prompts to their baseline, and say which branch brought what; it must not know commands or plug-ins."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from remit import __version__, git
from remit.api.registered import Looked, as_found, look
from remit.config import Loaded, Settings, load
from remit.disk import write_atomic
from remit.errors import UsageInvalid
from remit.judge.gating import Held, judged
from remit.judge.judging import JudgeSettings, judge
from remit.model.baseline import Baseline, Overrides
from remit.model.gate import GateResult, Problem
from remit.model.scores import Judged
from remit.report import gate_formats, gate_html, gate_text
from remit.report.text import ANSI, PLAIN
from remit.sources.baseline import has_baseline, load_baseline, load_snapshots
from remit.sources.overrides import load_overrides

__all__ = ["FORMATS", "GateResult", "by_prompt", "gate", "result_of", "root_of", "today", "write"]

FORMATS = (*gate_formats.FORMATS, "html")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a project keeps beside its prompts: the baseline with its snapshots, and the overrides."""

    baseline: Baseline
    snapshots: Mapping[str, str]
    overrides: Overrides

    @classmethod
    def of(cls, root: Path) -> "_Kept":
        baseline = load_baseline(root)
        return cls(baseline, load_snapshots(root, baseline), load_overrides(root))

    def held(self, settings: Settings, day: date) -> Held:
        return Held(self.baseline, self.snapshots, self.overrides, day, settings.audit.profile, __version__)


def gate(loaded: Loaded, day: date, *, base: str | None = None, environ: Mapping[str, str] | None = None) -> GateResult:
    """Whether the prompts hold; with a base, each problem says whether that ref is free of it."""
    root = root_of(loaded)
    kept = _Kept.of(root)
    result = result_of(look(root, loaded.settings), kept.held(loaded.settings, day), loaded.settings)
    if base is None:
        return result
    with _checkout(root, base, environ or {}) as there:
        return _compared(result, base, _at(there, kept, day))


def by_prompt(start: Path) -> dict[str, list[str]]:
    """By the name of each prompt, and of whatever else has a problem, the lines that say why it does not hold."""
    return gate_text.by_prompt(gate(load(start), today()))


def root_of(loaded: Loaded) -> Path:
    """The folder that the baseline and all registered files stand below."""
    return loaded.folder.absolute()


def today() -> date:
    """The day by which overrides expire: the same one everywhere."""
    return datetime.now(UTC).date()


def result_of(looked: Looked, held: Held, settings: Settings) -> GateResult:
    """What there is, held to what was."""
    found, excepted = judged(looked.present, held)
    troubled = {problem.prompt for problem in (*found, *excepted)}
    return GateResult(
        profile=held.profile,
        standings=looked.present.standings,
        problems=found,
        excepted=excepted,
        snapshots=held.snapshots,
        passed_over=looked.passed_over,
        held=sum(standing.name not in troubled for standing in looked.present.standings),
        network=looked.network,
        budget_tokens=settings.compose.budget_tokens,
        version=__version__,
    )


def write(result: GateResult, form: str, *, colour: bool = False) -> str:
    """The result in one of `FORMATS`."""
    if form == "html":
        return gate_html.render(result, list(_judged(result)))
    if form == "text":
        return gate_text.render(result, ANSI if colour else PLAIN)
    return gate_formats.FORMATS[form](result)


def _judged(result: GateResult) -> Iterator[Judged]:
    """The prompts with their findings, for the one format that shows them."""
    settings = JudgeSettings(result.profile)
    for standing in result.standings:
        found = as_found(standing.rendition)
        if found is not None:
            yield judge(found, settings)


def save(target: str, text: str) -> None:
    """Write a report to a file, whole or not at all."""
    write_atomic(Path(target), text.encode())


@contextmanager
def _checkout(root: Path, base: str, environ: Mapping[str, str]) -> Iterator[Path]:
    """The project as a ref has it, in a checkout that is gone afterwards."""
    repository = git.find(root, environ)
    commit = git.resolve(repository, base)
    if commit is None:
        raise UsageInvalid(f"no such commit: '{base}'", help="name a branch, a tag or a commit that git knows")
    with TemporaryDirectory(prefix="remit-base-") as folder:
        path = Path(folder) / "base"
        git.add_worktree(repository, path, commit)
        try:
            yield path / root.resolve().relative_to(repository.work_tree.resolve())
        finally:
            git.remove_worktree(repository, path)


def _at(there: Path, kept: _Kept, day: date) -> GateResult | None:
    """What the gate says of another checkout; None where the project is not in it."""
    if not there.is_dir():
        return None
    settings = load(there).settings
    # One from before the first baseline is held to the one that came after it.
    own = _Kept.of(there) if has_baseline(there) else kept
    return result_of(look(there, settings), own.held(settings, day), settings)


def _compared(result: GateResult, base: str, other: GateResult | None) -> GateResult:
    """The result with each problem marked by whether the base has it too."""
    there = {problem.key for problem in (*other.problems, *other.excepted)} if other else set()
    by_name = {standing.name: standing for standing in other.standings} if other else {}

    def marked(problem: Problem) -> Problem:
        new = problem.key not in there
        standing = by_name.get(problem.prompt)
        if new and problem.kind == "worse" and problem.criterion and standing and standing.verdicts:
            before = standing.verdicts[result.profile][problem.criterion - 1]
            said = f"criterion {problem.criterion} was {before} at {base}, is {problem.after} here"
            return replace(problem, introduced=True, message=said)
        return replace(problem, introduced=new)

    return replace(result, problems=tuple(map(marked, result.problems)), base=base)
