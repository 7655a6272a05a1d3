"""Where findings stand in their text, and which line of the file that is; it must not know any format."""

from dataclasses import dataclass
from typing import NamedTuple

from remit.markup.places import Lines, Span
from remit.model.finding import Finding
from remit.model.scores import Judged
from remit.report.tally import findings


class Placed(NamedTuple):
    """A finding with the span of the text that decided, if any; `exact` where file and text agree there.

    `grounds` is what stands beside its rule: what it rests on, or what it led to.
    """

    finding: Finding
    span: Span | None
    exact: bool
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A text, its lines, and the line of the file on which it begins."""

    text: str
    lines: Lines
    first_line: int = 1

    @classmethod
    def of(cls, text: str, first_line: int = 1) -> "Source":
        return cls(text, Lines.of(text), first_line)

    def file_line(self, offset: int) -> int:
        """The line of the file that holds an offset of the text."""
        return self.first_line + self.lines.place(offset).line - 1


def placed(prompt: Judged) -> list[Placed]:
    """A prompt's findings, worst first, each with its place.

    A finding names its place in the file and quotes what decided. Where the quotation stands in the text at that place,
    file and text agree. In a string with interpolations every finding names the opening quote; there the quotation is
    looked for.
    """
    lines = Lines.of(prompt.text)
    return [_placed(prompt, lines, finding)._replace(grounds=_grounds(finding)) for finding in findings(prompt)]


def _grounds(finding: Finding) -> str:
    return f"criterion {finding.criterion}" if finding.criterion else finding.tier


def _placed(prompt: Judged, lines: Lines, finding: Finding) -> Placed:
    excerpt = finding.excerpt
    if not excerpt:
        return Placed(finding, None, exact=False)
    start = _text_offset(prompt, lines, finding)
    if start is not None and prompt.text.startswith(excerpt, start):
        return Placed(finding, Span(start, start + len(excerpt)), exact=True)
    start = -1
    if finding.criterion is not None and (decided := prompt.scores[finding.criterion].span) is not None:
        start = prompt.text.find(excerpt, *decided)
    if start < 0:
        start = prompt.text.find(excerpt)
    return Placed(finding, None if start < 0 else Span(start, start + len(excerpt)), exact=False)


def _text_offset(prompt: Judged, lines: Lines, finding: Finding) -> int | None:
    """The offset in the text of a finding's line and column in the file; None where the text does not reach there."""
    row = finding.location.line - prompt.line
    if not 0 <= row < len(lines.starts):
        return None
    first_column = prompt.column if row == 0 else 1
    column = finding.location.column - first_column
    offset = lines.starts[row] + column
    return offset if column >= 0 and offset <= len(prompt.text) else None
