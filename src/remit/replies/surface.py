"""What of a reply is said in the open: no thought, code, quotation or comment; it must not know which tags matter.

Two readers judge what is code: CommonMark's own, and `scan`, which also sees what stands between the tags of an HTML
block. Being hidden from either is enough, since a marker that is wrongly overlooked costs a repair turn, and one that
is wrongly counted makes a verdict that nobody gave.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import pyromark

from remit.errors import ReplyRefused
from remit.markup.scan import Scan, scan

_THOUGHT = "thought"
_QUOTING = frozenset({"blockquote", "code", "pre"})

_LONE_RETURN = re.compile(r"\r(?!\n)")
_QUOTED_LINE = re.compile(r"^[ \t]*+>.*$", re.MULTILINE)
_BLOCK_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
# CommonMark's tag names have no underscore, and what it takes for no tag cannot be told from escaped text.
_UNDERSCORE = re.compile(r"(?<=<task)_(?=status)|(?<=</task)_(?=status)", re.IGNORECASE)


def without_thoughts(reply: str) -> str:
    """The final text: all but the thoughts, character for character."""
    kept: list[str] = []
    end = 0
    for start, stop in _thoughts(scan(reply)):
        if stop > end:
            kept.append(reply[end : max(start, end)])
            end = stop
    if not end:
        return reply
    text = "".join((*kept, reply[end:]))
    if _thoughts(scan(text)):
        raise ReplyRefused(
            "thoughts overlap other tags, so that cutting them out leaves a thought, expected each to stand by itself",
            help="write <thought>, the thought, </thought>, and nothing of these inside another tag or code",
        )
    return text


def in_the_open(text: str, offsets: Sequence[int]) -> frozenset[int]:
    """Those of these rising offsets at which a tag stands that is neither code nor quoted nor commented out."""
    if not offsets:
        return frozenset()
    markdown = _UNDERSCORE.sub("-", _LONE_RETURN.sub("\n", text))
    if markdown.startswith("\ufeff"):
        markdown = "\n" + markdown[1:]
    shown = _tags_of_markdown(markdown, offsets)
    return frozenset(shown - covered(_hidden(markdown), offsets))


def covered(spans: Iterable[tuple[int, int]], offsets: Sequence[int]) -> frozenset[int]:
    """Those of these rising offsets that lie in any of the half-open spans."""
    ordered = sorted(spans)
    found: set[int] = set()
    at = reach = 0
    for offset in offsets:
        while at < len(ordered) and ordered[at][0] <= offset:
            reach = max(reach, ordered[at][1])
            at += 1
        if offset < reach:
            found.add(offset)
    return frozenset(found)


def _thoughts(found: Scan) -> list[tuple[int, int]]:
    """Where thoughts stand; one that is never closed may have been meant to hold all that follows."""
    end = len(found.text)
    spans = [(region.start, region.end) for region in found.regions if region.name.lower() == _THOUGHT]
    spans += [(tag.start, tag.end) for tag in found.empty if tag.name.lower() == _THOUGHT]
    spans += [(tag.start, end) for tag in found.unclosed if tag.name.lower() == _THOUGHT]
    return sorted(spans)


def _hidden(markdown: str) -> Iterator[tuple[int, int]]:
    found = scan(markdown)
    yield from ((code.start, code.end) for code in found.code)
    yield from ((region.start, region.end) for region in found.regions if region.name.lower() in _QUOTING)
    yield from (line.span() for line in _QUOTED_LINE.finditer(markdown))


def _tags_of_markdown(markdown: str, offsets: Sequence[int]) -> set[int]:
    """The offsets at which CommonMark sees a tag, or the inside of an HTML block, outside block quotations."""
    data = markdown.encode()
    bytes_before = list(_bytes_before(markdown, offsets))
    offset_of = dict(zip(bytes_before, offsets, strict=True))
    blocks: list[tuple[int, int]] = []
    comments: list[tuple[int, int]] = []
    found: set[int] = set()
    quoted_until = 0
    for event, span in pyromark.events_with_range(markdown):
        start, end = span["start"], span["end"]
        if start < quoted_until:
            continue
        match event:
            case {"Start": {"BlockQuote": _}}:
                quoted_until = end
            case {"Start": "HtmlBlock"}:
                blocks.append((start, end))
                comments += (comment.span() for comment in _BLOCK_COMMENT.finditer(data, start, end))
            case {"InlineHtml": _} if start in offset_of:
                found.add(start)
            case _:
                pass
    found |= covered(blocks, bytes_before) - covered(comments, bytes_before)
    return {offset_of[start] for start in found}


def _bytes_before(text: str, offsets: Sequence[int]) -> Iterator[int]:
    at = size = 0
    for offset in offsets:
        size += len(text[at:offset].encode())
        at = offset
        yield size
