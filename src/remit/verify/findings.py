"""Findings of the verification, by the place in the tree where they stand; it must not know how they were found."""

from remit.markup.places import Span
from remit.model.finding import Finding, Location, Severity

_EXCERPT = 200


def finding(
    rule: str, message: str, path: str, line: int = 1, *, excerpt: str = "", severity: Severity = "high", help: str = ""
) -> Finding:
    """One finding at a line of a file as it is after the change, or as it was where the line is gone."""
    text = excerpt.strip()
    shown = text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"
    return Finding(rule, severity, message, Location(path, line, 1, Span(0, 0)), excerpt=shown, help=help)
