"""An audit as JUnit XML, one test case a prompt; it must not know which build reads it."""

from remit.markup.escaping import escape_attribute, escape_text
from remit.markup.hidden import visible
from remit.model.audited import AuditResult
from remit.model.finding import Finding
from remit.model.scores import CRITERIA_SHORT, Judged
from remit.report.tally import counted, fails, findings, ordered


def render(audit: AuditResult) -> str:
    """A prompt that reaches the threshold is a failure, one that could not be scored an error."""
    prompts = ordered(audit)
    failures = sum(audit.fails(prompt) and not _unscored(prompt) for prompt in prompts)
    errors = sum(map(_unscored, prompts))
    counts = f'tests="{len(prompts)}" failures="{failures}" errors="{errors}" skipped="0"'
    cases = "".join(_case(audit, prompt) for prompt in prompts)
    return suites("remit audit", audit.profile, counts, cases)


def _case(audit: AuditResult, prompt: Judged) -> str:
    path, name = value(prompt.path), value(prompt.name)
    severity = prompt.scores.severity
    message = f"{severity}: {counted(fails(prompt), 'fail')}, {counted(len(prompt.findings), 'finding')}"
    body = escape_text("\n".join(_lines(prompt)))
    if _unscored(prompt):
        result = f'<error message="{message}" type="unscored">{body}</error>'
    elif audit.fails(prompt):
        result = f'<failure message="{message}" type="{severity.lower()}">{body}</failure>'
    else:
        result = f"<system-out>{body}</system-out>"
    return f'<testcase classname="{path}" name="{name}" file="{path}" line="{prompt.line}">{result}</testcase>\n'


def _unscored(prompt: Judged) -> bool:
    return prompt.scores.severity == "Unscored"


def _lines(prompt: Judged) -> list[str]:
    verdicts = zip(CRITERIA_SHORT, prompt.scores.criteria, strict=True)
    lines = ["  ".join(f"{score.criterion} {short} {score.verdict}" for short, score in verdicts)]
    for finding in findings(prompt):
        lines += finding_lines(finding)
    return lines


def finding_lines(finding: Finding, grounds: str = "") -> list[str]:
    """A finding with its place, and what to do below it."""
    place = f"{visible(finding.location.path)}:{finding.location.line}:{finding.location.column}"
    lines = [f"{place}: {visible(finding.rule)}: {visible(finding.message)}" + (f" ({grounds})" if grounds else "")]
    return [*lines, f"  help: {visible(finding.help)}"] if finding.help else lines


def suites(name: str, suite: str, counts: str, cases: str) -> str:
    """The document around its test cases."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="{name}" {counts}>\n'
        f'<testsuite name="{suite}" {counts}>\n{cases}</testsuite>\n</testsuites>\n'
    )


def value(text: str) -> str:
    return escape_attribute(visible(text))
