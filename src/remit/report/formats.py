"""The formats of an audit by name; it must not know which one is asked for, nor where it goes."""

from collections.abc import Callable

from remit.model.audited import AuditResult
from remit.report import github, html, json, junit, markdown, sarif, text

FORMATS: dict[str, Callable[[AuditResult], str]] = {
    "text": text.render,
    "json": json.render,
    "sarif": sarif.render,
    "junit": junit.render,
    "github": github.render,
    "markdown": markdown.render,
    "html": html.render,
}
