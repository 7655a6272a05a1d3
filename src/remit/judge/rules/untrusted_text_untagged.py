"""Rule: text of others stands in no region; it must not know the other rules."""

import re
from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject, covers
from remit.judge.rules.values import brings_text
from remit.markup.places import Span

RULE = Rule(
    "untrusted-text-untagged",
    severity="medium",
    tier="published",
    summary="Text of others stands outside every region and fence.",
    why="an order in that text reads just like the prompt's own",
)
_END = re.compile(
    r"\s*(?:`{3,}|-{3,}|={3,}|#{4,}|\*{3,}|\+{3,}|~{3,}|\"{3}|'{3}|\{%|[<\[(*# ]*/?(?:[a-z]+[ _]){0,4}end(?:\b|_))",
    re.IGNORECASE,
)
_HELP = "put it between tags that name it, such as <issue> and </issue>, and say that it is data"


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    for hole in subject.holes:
        shown = subject.text[hole.start : hole.end]
        if brings_text(shown) and not _is_constant(subject, shown) and _has_no_end(subject, hole):
            yield Hit(hole, f"'{shown}' brings text of others, and nothing marks where it ends", _HELP)
    for item in subject.structure.shown:
        if item.kind == "hunk" and subject.is_rendered:
            start = subject.structure.original(item.span).start
            if not covers(subject.bounded, start):
                line = subject.line_around(Span(start, start))[1]
                yield Hit(Span(start, start + len(line)), "a diff begins here, and nothing marks where it ends", _HELP)


def _is_constant(subject: Subject, shown: str) -> bool:
    """Whether a value is a constant of the program: these have upper-case names in source, which in templates all may have."""
    return subject.found.kind != "file" and shown.strip("{}").isupper() and "{{" not in shown


def _has_no_end(subject: Subject, hole: Span) -> bool:
    """Whether a value ends its line between no tags, in no code, behind no quotation mark, and with no line of signs below."""
    before, after = subject.line_around(hole)
    text = subject.text
    if hole.start == 0 or (subject.found.kind == "messages" and not before and text[: hole.start].endswith("\n\n")):
        # The whole of a message, which its role ends, or a text that something is added to.
        return False
    if after.strip() or before.rstrip().endswith(('"', "'", "`")) or covers(subject.bounded, hole.start):
        return False
    return not _END.match(subject.text, hole.end)
