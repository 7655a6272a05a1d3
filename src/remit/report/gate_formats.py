"""The formats of the gate by name; it must not know which one is asked for, nor where it goes."""

from collections.abc import Callable

from remit.model.gate import GateResult
from remit.report import gate_github, gate_json, gate_junit, gate_markdown, gate_sarif, gate_text

FORMATS: dict[str, Callable[[GateResult], str]] = {
    "text": gate_text.render,
    "json": gate_json.render,
    "sarif": gate_sarif.render,
    "junit": gate_junit.render,
    "github": gate_github.render,
    "markdown": gate_markdown.render,
}
