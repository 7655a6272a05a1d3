"""The gate's word as JUnit XML, one test case a prompt; it must not know which build reads it."""

from remit.markup.escaping import escape_attribute, escape_text
from remit.markup.hidden import visible
from remit.model.gate import GateResult, Problem
from remit.report.gate_tally import Case, cases


def render(result: GateResult) -> str:
    """A prompt with a problem is a failure, and so is anything else that has one; one that cannot be scored is an error."""
    shown = cases(result, all_prompts=True)
    errors = sum(map(_is_error, shown))
    failures = sum(bool(case.problems) for case in shown) - errors
    totals = f'tests="{len(shown)}" failures="{failures}" errors="{errors}" skipped="0"'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="remit gate" {totals}>\n<testsuite name="{result.profile}" {totals}>\n'
        + "".join(map(_case, shown))
        + "</testsuite>\n</testsuites>\n"
    )


def _case(case: Case) -> str:
    place = next((problem.path for problem in case.problems if problem.path), "")
    if case.standing:
        place = case.standing.rendition.path or place
    body = escape_text("\n".join(_lines(case)))
    if not case.problems:
        result = ""
    else:
        tag = "error" if _is_error(case) else "failure"
        message = _value(case.problems[0].message)
        result = f'<{tag} message="{message}" type="{case.problems[0].kind}">{body}</{tag}>'
    name = _value(case.name or "gate")
    return f'<testcase classname="remit" name="{name}" file="{_value(place)}">{result}</testcase>\n'


def _is_error(case: Case) -> bool:
    return any(problem.kind == "unscored" for problem in case.problems)


def _lines(case: Case) -> list[str]:
    lines = [_said(problem) for problem in case.problems]
    return [*lines, *(f"{change.sign} {visible(change.text)}" for change in case.changes)]


def _said(problem: Problem) -> str:
    return visible(f"{problem.kind}: {problem.message}" + (f" (help: {problem.help})" if problem.help else ""))


def _value(text: str) -> str:
    return escape_attribute(visible(text))
