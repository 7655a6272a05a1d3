"""The tags of the vocabulary, and which tags of a prompt bound its parts; it must not know any rule."""

import re
from typing import NamedTuple

from remit.judge.rules.lexicon import words_of
from remit.judge.rules.subject import Subject, covers
from remit.markup.places import Span
from remit.markup.scan import LooseTag

VOCABULARY = words_of("""
    issue plan diff history constraints manifest prior_review output_format example thinking system_prompt context file artifact
    thought instructions
    """)
_WORDED = re.compile(r"<[^\s>]+\s+[^\s=>]+(?:\s|/?>)")


class Tag(NamedTuple):
    """One tag as it is written."""

    name: str
    span: Span
    is_closing: bool


def loose(subject: Subject, tags: tuple[LooseTag, ...], *, closing: bool) -> list[Tag]:
    """Those tags without a partner that stand for themselves: not in material, not a value, not words in angle brackets."""
    return [
        Tag(tag.name, span, closing)
        for tag in tags
        if not covers(subject.data, tag.start)
        and not covers(subject.holes, tag.start)
        and not _WORDED.match(subject.text, tag.start, tag.end)
        for span in [Span(tag.start, tag.end)]
    ]


def opens_line(subject: Subject, tag: Tag) -> bool:
    return not subject.line_around(tag.span)[0].strip()


def stands_alone(subject: Subject, tag: Tag) -> bool:
    """Whether a tag is all that its line holds."""
    before, after = subject.line_around(tag.span)
    return not before.strip() and not after.strip()


def bounding(subject: Subject) -> list[Tag]:
    """The tags that bound a part of the prompt, or look it: with a partner, or alone on their line."""
    found: list[Tag] = []
    for region in subject.scan.regions:
        if not covers(subject.data, region.start):
            found.append(Tag(region.name, Span(region.start, region.inner_start), is_closing=False))
            closing = subject.text[region.inner_end : region.end].strip("</> \t\r\n")
            found.append(Tag(closing, Span(region.inner_end, region.end), is_closing=True))
    alone = [
        *loose(subject, subject.scan.unclosed, closing=False),
        *loose(subject, subject.scan.stray, closing=True),
    ]
    found += [tag for tag in alone if stands_alone(subject, tag)]
    return sorted(found, key=_start)


def _start(tag: Tag) -> int:
    return tag.span.start
