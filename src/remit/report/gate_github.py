"""The gate's word as workflow commands, which annotate a pull request; it must not know the workflow."""

from remit.markup.hidden import visible
from remit.model.gate import GateResult, Problem
from remit.report.gate_tally import counts, origin, place, verdict
from remit.report.github import command


def render(result: GateResult) -> str:
    lines = [_annotation(problem) for problem in result.problems]
    # A line that begins with two colons is a command, so no line may begin with another's text.
    return "".join(f"{line}\n" for line in lines) + f"gate: {verdict(result)}: {', '.join(counts(result))}\n"


def _annotation(problem: Problem) -> str:
    said = [problem.message, f"help: {problem.help}" if problem.help else "", origin(problem)]
    properties = {
        "file": visible(place(problem)),
        "line": str(problem.line),
        "title": visible(f"{problem.prompt}: {problem.kind}"),
    }
    return command("error", properties, "\n".join(visible(each) for each in said if each))
