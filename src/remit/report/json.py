"""An audit as one versioned JSON object, whole or as scores alone; it must not know who reads it.

The text is ASCII: no reader can split it at a line end that it alone knows, or lose a character of it.
"""

import json

from remit.markup.places import Lines
from remit.model.audited import AuditResult
from remit.model.finding import Finding
from remit.model.found import PassedOver
from remit.model.scores import CriterionScore, Judged
from remit.report.tally import findings, ordered, rates, severities

_EVIDENCE_LENGTH = 200


def render(audit: AuditResult) -> str:
    """Every finding in one list, by prompt; then the prompts, the rates and what was not judged."""
    prompts = ordered(audit)
    return written(
        {
            "schema": "remit.findings/1",
            "profile": audit.profile,
            "failed": audit.failed,
            "findings": [finding_fields(finding, prompt.name) for prompt in prompts for finding in findings(prompt)],
            "prompts": [_prompt(prompt) for prompt in prompts],
            "severities": severities(audit),
            "fail_rates": {str(rate.criterion): rate.percent for rate in rates(audit)},
            "files": audit.files,
            "short_strings": audit.short_strings,
            "silenced": audit.silenced,
            "passed_over": [_passed_over(each) for each in sorted(audit.passed_over, key=lambda each: each.path)],
        }
    )


def render_scores(audit: AuditResult) -> str:
    """The eight verdicts of each prompt, in the order in which the prompts were named."""
    return written(
        {"schema": "remit.scores/1", "profile": audit.profile, "prompts": [_scores(each) for each in audit.prompts]}
    )


def written(fields: dict[str, object]) -> str:
    """One object, and the end of its line."""
    return json.dumps(fields) + "\n"


def finding_fields(finding: Finding, name: str | None = None) -> dict[str, object]:
    """A finding, in the prompt of this name where there is one."""
    place, fix = finding.location, finding.fix
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "path": place.path,
        "line": place.line,
        "column": place.column,
        "span": [*place.span],
        "message": finding.message,
        "excerpt": finding.excerpt,
        "why": finding.why,
        "help": finding.help,
        "criterion": finding.criterion,
        "prompt": finding.prompt or name,
        "region": finding.region,
        "tier": finding.tier,
        "fix": fix and {"span": [*fix.span], "text": fix.text, "safe": fix.safe},
    }


def _prompt(prompt: Judged) -> dict[str, object]:
    return {
        "name": prompt.name,
        "path": prompt.path,
        "line": prompt.line,
        "column": prompt.column,
        "form": prompt.form,
        "severity": prompt.scores.severity,
        "criteria": _verdicts(prompt),
        "notes": {str(score.criterion): score.note for score in prompt.scores.criteria},
    }


def _scores(prompt: Judged) -> dict[str, object]:
    lines = Lines.of(prompt.text)
    return {
        "path": prompt.path,
        "severity": prompt.scores.severity,
        "criteria": _verdicts(prompt),
        "evidence": {str(score.criterion): _evidence(prompt, lines, score) for score in prompt.scores.criteria},
    }


def _verdicts(prompt: Judged) -> dict[str, str]:
    return {str(score.criterion): score.verdict for score in prompt.scores.criteria}


def _evidence(prompt: Judged, lines: Lines, score: CriterionScore) -> dict[str, object] | None:
    """The deciding text, its first line at most, and its place, counted from where the prompt begins in its file."""
    if score.span is None:
        return None
    line, column = lines.place(score.span.start)
    text = prompt.text[score.span.start : min(score.span.end, score.span.start + _EVIDENCE_LENGTH)]
    return {
        "line": prompt.line + line - 1,
        "column": column + (prompt.column - 1 if line == 1 else 0),
        "text": text.partition("\n")[0].rstrip("\r"),
    }


def _passed_over(each: PassedOver) -> dict[str, object]:
    return {"path": each.path, "line": each.line, "reason": each.reason}
