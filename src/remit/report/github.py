"""An audit as workflow commands, which annotate the lines of a pull request; it must not know the workflow."""

from collections.abc import Iterator, Mapping

from remit.markup.hidden import visible
from remit.model.audited import AuditResult
from remit.model.finding import Finding, Severity
from remit.model.scores import Judged
from remit.report.placing import Placed, placed
from remit.report.tally import ranked, summary

_COMMANDS: dict[Severity, str] = {"high": "error", "medium": "warning", "low": "notice", "note": "notice"}


def render(audit: AuditResult) -> str:
    """One command a finding, worst prompts first: a step shows ten of a kind and drops the rest."""
    commands = [_command(prompt, each) for prompt in ranked(audit) for each in placed(prompt)]
    # A line that begins with two colons is a command, so no line may begin with another's text.
    return "".join(f"{command}\n" for command in commands) + summary(audit) + "\n"


def _command(prompt: Judged, each: Placed) -> str:
    finding = each.finding
    grounds = f", criterion {finding.criterion}" if finding.criterion else ""
    return annotation(each, f"{visible(finding.rule)} in {visible(finding.prompt or prompt.name)}{grounds}")


def annotation(each: Placed, title: str) -> str:
    """One command for one finding."""
    finding = each.finding
    properties = {
        "file": visible(finding.location.path),
        "line": str(finding.location.line),
        "col": str(finding.location.column),
        **_end(each),
        "title": title,
    }
    return command(_COMMANDS[finding.severity], properties, "\n".join(_message(finding)))


def command(name: str, properties: Mapping[str, str], message: str) -> str:
    """One workflow command on one line."""
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {written}::{_data(message)}"


def _end(each: Placed) -> dict[str, str]:
    if not each.exact:
        return {}
    place = each.finding.location
    return {"endLine": str(place.line), "endColumn": str(place.column + len(each.finding.excerpt))}


def _message(finding: Finding) -> Iterator[str]:
    yield visible(finding.message)
    if finding.why:
        yield f"why: {visible(finding.why)}"
    if finding.help:
        yield f"help: {visible(finding.help)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
