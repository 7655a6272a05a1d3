"""An audit as a SARIF 2.1.0 log; it must not know who takes it up.

Places are counted in code points, and the log says so. A rule has no address on the web: its page is what
`remit explain` prints.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from remit.markup.hidden import visible
from remit.markup.places import Lines, Span
from remit.model.audited import AuditResult
from remit.model.finding import Finding, Severity
from remit.model.found import PassedOver
from remit.model.scores import CRITERIA, Judged
from remit.report.placing import Placed, placed
from remit.report.tally import ordered

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: dict[Severity, str] = {"high": "error", "medium": "warning", "low": "note", "note": "note"}


class Entry(NamedTuple):
    """A finding, the text that it was found in, of which kind, what would mend it, and what was done with it."""

    each: Placed
    name: str
    kind: str
    fix: dict[str, object] | None = None
    done: str = ""


def render(audit: AuditResult) -> str:
    return log(
        [
            Entry(each, each.finding.prompt or prompt.name, "prompt", _fix(prompt, each))
            for prompt in ordered(audit)
            for each in placed(prompt)
        ],
        version=audit.version,
        passed_over=audit.passed_over,
        properties={"profile": audit.profile},
    )


def log(
    entries: Sequence[Entry], *, version: str, properties: dict[str, object], passed_over: Sequence[PassedOver] = ()
) -> str:
    """One run with a rule for each id that was found."""
    first = {entry.each.finding.rule: entry.each.finding for entry in reversed(entries)}
    rules = sorted(first)
    index = {rule: number for number, rule in enumerate(rules)}
    driver: dict[str, object] = {"name": "Remit", "rules": [_rule(first[rule]) for rule in rules]}
    if version:
        driver["version"] = visible(version)
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "the folder that was audited"}}},
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [
                    _notification(each) for each in sorted(passed_over, key=lambda each: each.path)
                ],
            }
        ],
        "results": [_result(entry, index[entry.each.finding.rule]) for entry in entries],
        "properties": properties,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(finding: Finding) -> dict[str, object]:
    """A rule as its findings know it: the id names the defect."""
    rule: dict[str, object] = {
        "id": finding.rule,
        "shortDescription": {"text": finding.rule.replace("-", " ").replace(".", ": ")},
        "help": {"text": f"remit explain {finding.rule}"},
        "defaultConfiguration": {"level": _LEVELS[finding.severity]},
        "properties": {"tier": finding.tier},
    }
    if finding.why:
        rule["fullDescription"] = {"text": escaped(finding.why)}
    if finding.criterion:
        rule["properties"] = {
            "tier": finding.tier,
            "criterion": finding.criterion,
            "tags": [CRITERIA[finding.criterion - 1]],
        }
    return rule


def _result(entry: Entry, rule_index: int) -> dict[str, object]:
    finding = entry.each.finding
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": {"text": escaped("; ".join(filter(None, (finding.message, finding.help))))},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact(finding.location.path),
                    "region": _region(entry.each),
                },
                "logicalLocations": [{"name": visible(entry.name), "kind": entry.kind}],
            }
        ],
    }
    if entry.done:
        result["properties"] = {"done": entry.done}
    if entry.fix:
        result["fixes"] = [entry.fix]
    return result


def escaped(text: str) -> str:
    """A message without anything that its reader would make a link of."""
    return visible(text).replace("](", "] (")


def artifact(path: str) -> dict[str, object]:
    if path.startswith("/"):
        return {"uri": "file://" + quote(path, errors="backslashreplace")}
    return {"uri": quote(path, errors="backslashreplace"), "uriBaseId": "%SRCROOT%"}


def _region(each: Placed) -> dict[str, object]:
    place = each.finding.location
    region: dict[str, object] = {"startLine": place.line, "startColumn": place.column}
    if each.exact:
        region["endColumn"] = place.column + len(each.finding.excerpt)
        region["snippet"] = {"text": visible(each.finding.excerpt)}
    return region


def _fix(prompt: Judged, each: Placed) -> dict[str, object] | None:
    """The replacement by lines and columns; none in a string whose text is not that of the file."""
    fix = each.finding.fix
    if fix is None or not each.exact or each.span is None:
        return None
    # Where the prompt's own text begins in the file.
    start = each.finding.location.span.start - each.span.start
    replaced = Span(fix.span.start - start, fix.span.end - start)
    if not 0 <= replaced.start <= replaced.end <= len(prompt.text):
        return None
    return {
        "description": {"text": "safe" if fix.safe else "unsafe: read it before you take it"},
        "artifactChanges": [
            {
                "artifactLocation": artifact(each.finding.location.path),
                "replacements": [{"deletedRegion": _deleted(prompt, replaced), "insertedContent": {"text": fix.text}}],
            }
        ],
    }


def _deleted(prompt: Judged, span: Span) -> dict[str, object]:
    lines = Lines.of(prompt.text)
    places = []
    for offset in span:
        line, column = lines.place(offset)
        places.append((prompt.line + line - 1, column + (prompt.column - 1 if line == 1 else 0)))
    (start_line, start_column), (end_line, end_column) = places
    return {"startLine": start_line, "startColumn": start_column, "endLine": end_line, "endColumn": end_column}


def _notification(each: PassedOver) -> dict[str, object]:
    location: dict[str, object] = {"artifactLocation": artifact(each.path)}
    if each.line is not None:
        location["region"] = {"startLine": each.line}
    return {
        "level": "warning",
        "message": {"text": escaped(f"passed over: {each.reason}")},
        "locations": [{"physicalLocation": location}],
    }
