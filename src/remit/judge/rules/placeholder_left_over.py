"""Rule: something that was to be filled in is still there; it must not know the other rules."""

import re
from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject, covers
from remit.markup.places import Span

RULE = Rule(
    "placeholder-left-over",
    severity="medium",
    tier="advisory",
    summary="Something that was to be filled in is still there.",
    why="the model reads the name of a value where the value was meant to stand",
)

# With a bracket or sign that must occur, so that most texts are not searched at all.
_SYNTAXES = (
    ("{{", re.compile(r"(?<!\{)\{\{\{?[^{}\n]{1,80}\}\}\}?")),
    ("{", re.compile(r"(?<![{$\w])\{[A-Za-z_][\w.]{0,60}(?:![rsa])?(?::[^{}\n\"' ]{1,20})?\}(?!\})")),
    ("${", re.compile(r"\$\{[A-Za-z_][\w.]{0,60}\}")),
    ("{%", re.compile(r"\{%[^%\n]{1,120}%\}")),
    ("<%", re.compile(r"<%[^%\n]{1,80}%>")),
    ("%", re.compile(r"%\([A-Za-z_]\w{0,40}\)[sdfr]|(?<![\w%])%[sd](?!\w)")),
    ("<<", re.compile(r"<<[A-Za-z_][\w .-]{0,60}>>")),
    ("[[", re.compile(r"\[\[[A-Za-z_][\w .-]{0,60}\]\]")),
    ("<", re.compile(r"(?<!<)<[A-Z][A-Z0-9]+(?:[_ -][A-Z0-9]+)*>(?!>)")),
    ("[", re.compile(r"(?<!\[)\[(?:INSERT|YOUR|ADD|FILL IN|REPLACE)\b[^\]\n]{1,80}\]")),
)
_QUOTES = frozenset("\"'\u201c\u201d\u2018\u2019")
# What a template for an agent and a phase may hold: it is filled in before anything is sent.
_FILLED = re.compile(
    r"\{\{(?:PROJECT_CONTEXT|PROJECT_STRUCTURE|ARTIFACTS|SKELETON|TASKS)\}\}"
    r"|\$\{(?:EPIC_ID|EPIC_TITLE|SESSION_ID|AGENT_ID|SCOPE_TYPE|SCOPE_ROOT|TASK_COUNT|TASK_LIST)\}"
)
_UNWRITTEN = re.compile(
    r"^[ \t]*(?:[-*][ \t]+)?(?:<!--\s*)?(?:TODO|FIXME|TBD)\b(?=:|\s*$)|[\[(<](?:TODO|FIXME|TBD)\b[^\])>\n]{0,80}[\])>]|\blorem ipsum\b",
    re.MULTILINE | re.IGNORECASE,
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    seen: set[str] = set()
    for span in sorted(_left_over(subject)):
        what = subject.text[span.start : span.end].strip()
        if what not in seen and not covers(subject.shown, span.start):
            seen.add(what)
            yield Hit(
                span,
                f"'{what}' is still to be filled in",
                "fill it in, or put it into back-ticks if it is meant to be read as it is",
            )


def _left_over(subject: Subject) -> Iterator[Span]:
    yield from (Span(*found.span()) for found in _UNWRITTEN.finditer(subject.text))
    if subject.is_rendered:
        yield from (span for span in _placeholders(subject) if not covers(subject.holes, span.start))
    elif subject.is_template:
        yield from (
            span for span in _placeholders(subject) if not _FILLED.fullmatch(subject.text[span.start : span.end])
        )


def _placeholders(subject: Subject) -> Iterator[Span]:
    text = subject.text
    regions = {region.name.lower() for region in subject.scan.regions}
    for sign, pattern in _SYNTAXES:
        if sign in text:
            for found in pattern.finditer(text):
                is_region = sign == "<" and found[0].strip("<>").lower() in regions
                is_quoted = (
                    found.start() > 0 and {text[found.start() - 1], text[found.end() : found.end() + 1]} <= _QUOTES
                )
                if not is_region and not is_quoted:
                    yield Span(*found.span())
