"""A finding at a terminal: the line that decided, what is wrong with it, why, what to do; it must not know the terminal."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from remit.markup.hidden import visible
from remit.model.finding import Severity
from remit.model.scores import PromptSeverity
from remit.report.columns import around, between, pad, width, wrap
from remit.report.placing import Placed, Source

COLUMNS = 80

_GUTTER = 5
_SOURCE_COLUMNS = COLUMNS - _GUTTER - len(" | ")
_REACH = 3 * COLUMNS
_LINE_END = re.compile(r"[\r\n]")


@dataclass(frozen=True, slots=True)
class Palette:
    """What is written before and after a piece of text to colour it; all empty by default."""

    high: str = ""
    medium: str = ""
    strong: str = ""
    faint: str = ""
    end: str = ""

    def paint(self, colour: str, text: str) -> str:
        return f"{colour}{text}{self.end}" if colour else text

    def of(self, severity: Severity | PromptSeverity) -> str:
        return {"high": self.high, "unscored": self.high, "medium": self.medium}.get(severity.lower(), "")


PLAIN = Palette()
ANSI = Palette(high="\x1b[1;31m", medium="\x1b[33m", strong="\x1b[1m", faint="\x1b[2m", end="\x1b[0m")


def finding_lines(source: Source, each: Placed, palette: Palette = PLAIN) -> Iterator[str]:
    """A finding below the heading of its text, two columns in."""
    finding = each.finding
    rule = visible(finding.rule)
    line = between(rule, each.grounds, COLUMNS - 2)
    yield "  " + palette.paint(palette.strong, rule) + line[len(rule) :]
    message = visible(finding.message)
    if finding.excerpt:
        yield from _source(source, each, message, palette)
    else:
        yield from _labelled("", message, palette)
    yield from _labelled("why", visible(finding.why), palette)
    yield from _labelled("help", visible(finding.help), palette)


def _labelled(label: str, text: str, palette: Palette) -> Iterator[str]:
    for index, line in enumerate(wrap(text, COLUMNS - 8)):
        yield "  " + palette.paint(palette.faint, pad("" if index else label, 6)) + line


def _source(source: Source, each: Placed, message: str, palette: Palette) -> Iterator[str]:
    """The line that decided, the deciding text underlined, and the message beside or below the underline."""
    before, middle, after = around(*_parts(source, each), _SOURCE_COLUMNS)
    number = str(source.file_line(each.span.start)) if each.span and each.exact else ""
    yield palette.paint(palette.faint, f"{number:>{_GUTTER}} |") + f" {before}{middle}{after}".rstrip()
    margin = palette.paint(palette.faint, " " * _GUTTER + " |") + " "
    indent = " " * width(before)
    underline = palette.paint(palette.of(each.finding.severity), "^" * max(1, width(middle)))
    if width(before) + max(1, width(middle)) + 1 + width(message) <= _SOURCE_COLUMNS:
        yield f"{margin}{indent}{underline} {message}".rstrip()
    else:
        yield f"{margin}{indent}{underline}"
        yield from (margin + line for line in wrap(message, _SOURCE_COLUMNS))


def _parts(source: Source, each: Placed) -> tuple[str, str, str]:
    """The line around a finding: before, deciding, after; no more of it than could ever be shown."""
    if each.span is None:
        return "", _shown(each.finding.excerpt[:_REACH]), ""
    text, (start, end) = source.text, each.span
    line_start = source.lines.starts[source.lines.place(start).line - 1]
    line_end = _LINE_END.search(text, end, end + _REACH)
    return (
        _shown(text[max(line_start, start - _REACH) : start]),
        _shown(text[start : min(end, start + _REACH)]),
        _shown(text[end : line_end.start() if line_end else end + _REACH]),
    )


def _shown(text: str) -> str:
    return visible(text.replace("\t", "    "))
