"""The gate's word as Markdown, for a comment or a summary page; it must not know where it is put."""

from collections.abc import Iterator

from remit.markup.hidden import visible
from remit.model.gate import GateResult, Problem, Standing
from remit.model.scores import CRITERIA_SHORT
from remit.report.gate_tally import Case, advice, cases, counts, origin, verdict
from remit.report.markdown import code, fenced, plain, table

_MOST_LINES = 40


def render(result: GateResult) -> str:
    return "\n".join(_lines(result)) + "\n"


def _lines(result: GateResult) -> Iterator[str]:
    yield f"# Prompt gate: {verdict(result)}"
    yield ""
    yield f"{', '.join(counts(result))}; profile {result.profile}"
    for case in cases(result):
        yield ""
        yield from _case(case)
    if said := advice(result):
        yield from ("", said)
    if result.standings:
        yield from ("", "## Prompts", "")
        yield from table(
            ("prompt", "severity", *CRITERIA_SHORT),
            [
                (code(standing.name), standing.severity[result.profile], *_verdicts(result, standing))
                for standing in result.standings
            ],
        )


def _verdicts(result: GateResult, standing: Standing) -> tuple[str, ...]:
    return standing.verdicts.get(result.profile) or ("-",) * len(CRITERIA_SHORT)


def _case(case: Case) -> Iterator[str]:
    yield f"## {code(case.name or 'gate')}"
    yield ""
    yield from (_problem(problem) for problem in case.problems)
    if found := case.changes:
        shown = [visible(f"{change.sign} {change.text}") for change in found[:_MOST_LINES]]
        if len(found) > _MOST_LINES:
            shown.append(f"  {len(found) - _MOST_LINES} lines more")
        yield ""
        yield from fenced(shown, "diff")


def _problem(problem: Problem) -> str:
    whence = f" ({origin(problem)})" if origin(problem) else ""
    place = f" at {code(f'{problem.path}:{problem.line}')}" if problem.kind == "unregistered" else ""
    advised = f"; {plain(problem.help)}" if problem.help else ""
    return f"- **{problem.kind}**{place}: {plain(problem.message)}{whence}{advised}"
