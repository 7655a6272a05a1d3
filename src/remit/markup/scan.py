"""One linear pass over a text that finds its tag regions and the code and comments between them; it must not know what a region means.

The grammar. A tag is `<name …>`, `</name>` or `<name …/>` with an XML name and quoted or bare attributes, on one or more lines.
A region runs from an opening tag to its own closing tag, whatever fence, code span or comment stands open in it. A tag inside a
fence, a code span or a comment of the text around it opens nothing. Names are compared without regard to case. What is left over
is an unclosed opening tag or a stray closing one.
"""

import heapq
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, NamedTuple

CodeKind = Literal["fence", "inline", "comment"]

NAME = r"[^\W\d][\w.:-]*+"
_ATTRIBUTES = r"(?:[^<>\"'/]++|\"[^\"<]*+\"|'[^'<]*+'|/(?!>))*+"

# Each kind of token begins with a character of its own, which the engine skips to. Groups: 1 an opening or empty tag's name,
# 2 a closing tag's name, 3 a comment's start.
_TAG = re.compile(rf"<(?:({NAME})(?:>|\s{_ATTRIBUTES}/?>|/>)|/({NAME})\s*+>|(!--))")
_TOKENS = {"<": _TAG, "`": re.compile(r"``*+"), "~~~": re.compile(r"~~~~*+")}
_OPEN, _CLOSE, _COMMENT = 1, 2, 3

_CLOSING_NAME = re.compile(rf"</({NAME})")
_TICKS = re.compile(r"`++")
_Container = Literal["none", "item", "quote"]
_INDENTS: dict[_Container, str] = {"none": "[ ]{0,3}+", "item": "[ ]*+", "quote": "[ ]*+(?:>[ ]?)++[ ]*+"}
_FENCE_ENDS = {
    (char, container): re.compile(rf"^{indent}({char}{{3,}}+)[ \t\r]*+$", re.MULTILINE)
    for char in "`~"
    for container, indent in _INDENTS.items()
}
_FENCE_PREFIX = re.compile(r"([ \t]*+)(?:((?:>[ ]?)++)[ ]{0,3})?((?:(?:[-*+]|[0-9]{1,9}[.)])(?:\t|[ ]{1,4}))++)?")
_LONGEST_PREFIX = 80
_ITEM = re.compile(r"^[ \t]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]++", re.MULTILINE)
_OUTSIDE_QUOTE = re.compile(r"\n(?![ \t]*+>)")
_BLOCK_END = re.compile(r"\n(?:[ \t>]*+(?:\r?\n|\Z)|[ \t]*+(?:`{3}|~{3}|#{1,6}[ \t]|>|[-*+][ \t]|[0-9]{1,9}[.)][ \t]))")


@cache
def _outside_item(width: int) -> re.Pattern[str]:
    """A line with text that is indented less than a list item's text is."""
    return re.compile(rf"\n(?=[ ]{{0,{width - 1}}}[^ \t\r\n])")


class TagRegion(NamedTuple):
    """A region: its name as written, its opening tag, its closing tag; the content stands between the two."""

    name: str
    start: int
    inner_start: int
    inner_end: int
    end: int


class LooseTag(NamedTuple):
    """An opening tag without its closing one, a closing one without its opening one, or an empty one."""

    name: str
    start: int
    end: int


class Code(NamedTuple):
    """A fence with its delimiters, a code span with its back-ticks, or an HTML comment."""

    kind: CodeKind
    start: int
    end: int


@dataclass(frozen=True)
class Scan:
    """What one pass found in a text."""

    text: str
    _closed: list[tuple[str, int, int, int, int]]
    _empty: list[tuple[str, int, int]]
    _unclosed: list[tuple[str, int, int]]
    _stray: list[tuple[str, int, int]]
    _code: list[tuple[CodeKind, int, int]]

    @cached_property
    def regions(self) -> tuple[TagRegion, ...]:
        """The regions in the order of their opening tags."""
        return tuple(sorted(map(TagRegion._make, self._closed), key=_start))

    @cached_property
    def outermost(self) -> tuple[TagRegion, ...]:
        """The regions that stand in no other."""
        found: list[TagRegion] = []
        end = 0
        for region in self.regions:
            if region.start >= end:
                found.append(region)
                end = region.end
        return tuple(found)

    @cached_property
    def empty(self) -> tuple[LooseTag, ...]:
        return tuple(map(LooseTag._make, self._empty))

    @cached_property
    def unclosed(self) -> tuple[LooseTag, ...]:
        return tuple(sorted(map(LooseTag._make, self._unclosed), key=_start))

    @cached_property
    def stray(self) -> tuple[LooseTag, ...]:
        return tuple(map(LooseTag._make, self._stray))

    @cached_property
    def code(self) -> tuple[Code, ...]:
        """Fences, code spans and comments, in the order of the text."""
        return tuple(map(Code._make, self._code))


def scan(text: str) -> Scan:
    """The structure of a text, in time linear in its length."""
    return _Scanner(text).run()


def _start(found: TagRegion | LooseTag) -> int:
    return found.start


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """The tokens in the order of the text. Two of different kinds may overlap: then the later one is none."""
    kinds = [pattern.finditer(text) for sign, pattern in _TOKENS.items() if sign in text]
    if len(kinds) < 2:
        return kinds[0] if kinds else iter(())
    return heapq.merge(*kinds, key=re.Match.start)


class _Scanner:
    """The state of one pass: which regions are open, and up to where code or a comment mutes what stands in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.closed: list[tuple[str, int, int, int, int]] = []
        self.unclosed: list[tuple[str, int, int]] = []
        self.code: list[tuple[CodeKind, int, int]] = []
        self.stack: list[tuple[str, int, int, str]] = []
        self.depth: dict[str, int] = {}
        # What was looked up ahead, kept so that no stretch of the text is searched twice.
        self.block_end = -1
        self.runs: dict[int, list[int]] | None = None
        self.fence_ends: dict[tuple[str, _Container], list[tuple[int, int, int]]] = {}
        self.next_fence_end: dict[tuple[tuple[str, _Container], int], tuple[int, int]] = {}
        self.next_comment_end = -1
        self.quote_end = -1
        self.items_read_to = 0
        self.item_offset = 0

    def run(self) -> Scan:
        text, stack, depth, unclosed = self.text, self.stack, self.depth, self.unclosed
        empty: list[tuple[str, int, int]] = []
        stray: list[tuple[str, int, int]] = []
        closable = {name.lower() for name in set(_CLOSING_NAME.findall(text))} if "</" in text else set()
        muted_until = 0
        end = 0
        for found in _tokens(text):
            if found.start() < end:
                continue
            kind = found.lastindex
            start, end = found.span()
            if kind == _CLOSE:
                name = found[2]
                key = name.lower()
                if depth.get(key):
                    self._close(key, start, end)
                    muted_until = end
                elif start >= muted_until:
                    stray.append((name, start, end))
            elif start < muted_until:
                continue
            elif kind == _OPEN:
                name = found[1]
                if text[end - 2] == "/":
                    empty.append((name, start, end))
                elif (key := name.lower()) in closable:
                    depth[key] = depth.get(key, 0) + 1
                    stack.append((name, start, end, key))
                else:
                    unclosed.append((name, start, end))
            elif kind == _COMMENT:
                muted_until = self._comment(start)
            else:
                muted_until = self._ticks(start, end)
        unclosed.extend(tag[:3] for tag in stack)
        return Scan(text, self.closed, empty, unclosed, stray, self.code)

    def _close(self, key: str, start: int, end: int) -> None:
        """Ends the innermost open region of this name; what was opened in it and is still open stays unclosed."""
        stack = self.stack
        name, opened, inner_start, found = stack.pop()
        self.depth[found] -= 1
        while found != key:
            self.unclosed.append((name, opened, inner_start))
            name, opened, inner_start, found = stack.pop()
            self.depth[found] -= 1
        self.closed.append((name, opened, inner_start, start, end))
        code = self.code
        if code and code[-1][2] > start:
            code[-1] = (code[-1][0], code[-1][1], start)

    def _ticks(self, start: int, end: int) -> int:
        """Where the fence or code span that opens here ends; back-ticks that open nothing are text."""
        if end - start >= 3 and (prefix := self._line_prefix(start)) is not None:
            fence = self._fence(prefix, start, end)
            if fence is not None:
                self.code.append(("fence", start, fence))
                return fence
        if self.text[start] == "~":
            return end
        if start > self.block_end:
            block = _BLOCK_END.search(self.text, start)
            self.block_end = block.start() if block else len(self.text)
            self.runs = None
        close = self._partner(start, end)
        if close < 0:
            return end
        self.code.append(("inline", start, close))
        return close

    def _partner(self, start: int, end: int) -> int:
        """Where the next run of as many back-ticks in the same block ends, or -1."""
        run = _TICKS.search(self.text, end, self.block_end)
        if run is None:
            return -1
        length = end - start
        if run.end() - run.start() == length:
            return run.end()
        if self.runs is None:
            self.runs = {}
            for run in _TICKS.finditer(self.text, start, self.block_end):
                self.runs.setdefault(run.end() - run.start(), []).append(run.start())
        same = self.runs.get(length, [])
        at = bisect_left(same, end)
        return same[at] + length if at < len(same) else -1

    def _comment(self, start: int) -> int:
        """Where the comment that opens here ends; an unclosed one runs to the end from the start of a line, else is text."""
        if start >= self.next_comment_end:
            close = self.text.find("-->", start + 4)
            self.next_comment_end = close + 3 if close >= 0 else len(self.text) + 1
        end = self.next_comment_end
        if end > len(self.text):
            prefix = self._line_prefix(start)
            if prefix is None or prefix.strip(" ") or len(prefix) > 3:
                return start + 4
            end = len(self.text)
        self.code.append(("comment", start, end))
        return end

    def _line_prefix(self, start: int) -> str | None:
        """What stands before `start` in its line, or in the region that opened in it; None where that is long."""
        if start == 0 or self.text[start - 1] == "\n":
            return ""
        before = self.text[max(0, start - _LONGEST_PREFIX) : start]
        line_start = before.rfind("\n") + 1
        opened = self.stack[-1][2] if self.stack else 0
        closed = self.closed[-1][4] if self.closed else 0
        region_start = len(before) - (start - max(opened, closed))
        if line_start == 0 and region_start < 0 and start > _LONGEST_PREFIX:
            return None
        return before[max(line_start, region_start, 0) :]

    def _fence(self, prefix: str, start: int, end: int) -> int | None:
        """Where the fence that opens here ends; None where its line is no opening one."""
        quoted = False
        item_offset = 0
        if prefix:
            line = _FENCE_PREFIX.fullmatch(prefix)
            if line is None:
                return None
            width = len(line[1].expandtabs(4))
            quoted = bool(line[2])
            if line[3]:
                item_offset = len(prefix.expandtabs(4))
            elif width:
                item_offset = self._item_around(start - len(prefix), width)
            if width > 3 and not item_offset:
                return None
        char = self.text[start]
        if char == "`":
            line_end = self.text.find("\n", end)
            if self.text.find("`", end, line_end if line_end >= 0 else len(self.text)) >= 0:
                return None
        close = self._fence_end((char, "quote" if quoted else "item" if item_offset else "none"), end - start, end)[1]
        if quoted:
            return min(close, self._quote_end(end))
        if item_offset and (outside := _outside_item(item_offset).search(self.text, end, close)):
            return outside.start()
        return close

    def _quote_end(self, start: int) -> int:
        """Where the block quotation that `start` stands in ends."""
        if start > self.quote_end:
            outside = _OUTSIDE_QUOTE.search(self.text, start)
            self.quote_end = outside.start() if outside else len(self.text)
        return self.quote_end

    def _item_around(self, line_start: int, width: int) -> int:
        """How far the text of the last list item is indented, where a line with this indentation belongs to it; else 0."""
        for item in _ITEM.finditer(self.text, self.items_read_to, line_start):
            self.item_offset = len(item[0].expandtabs(4))
        self.items_read_to = max(self.items_read_to, line_start)
        return self.item_offset if 0 < self.item_offset <= width < self.item_offset + 4 else 0

    def _fence_end(self, kind: tuple[str, _Container], length: int, start: int) -> tuple[int, int]:
        """The start and end of the next line that closes a fence of this length, or the end of the text twice."""
        known = self.next_fence_end.get((kind, length))
        if known is not None and known[0] >= start:
            return known
        line = _FENCE_ENDS[kind].search(self.text, start)
        if line is not None and len(line[1]) >= length:
            known = line.span()
        elif line is None:
            known = (len(self.text), len(self.text))
        else:
            known = self._far_fence_end(kind, length, line.end())
        self.next_fence_end[kind, length] = known
        return known

    def _far_fence_end(self, kind: tuple[str, _Container], length: int, start: int) -> tuple[int, int]:
        """The same behind lines that close shorter fences only; these are listed once."""
        if kind not in self.fence_ends:
            self.fence_ends[kind] = [
                (line.start(), line.end(), len(line[1])) for line in _FENCE_ENDS[kind].finditer(self.text)
            ]
        ends = self.fence_ends[kind]
        for index in range(bisect_left(ends, (start,)), len(ends)):
            if ends[index][2] >= length:
                return ends[index][:2]
        return len(self.text), len(self.text)
