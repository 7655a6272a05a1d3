"""Read a text as CommonMark: headings, blocks, links and items, each with its place; it must not know what a section means.

Places are code points. Lines end where CommonMark ends them. Nothing here calls itself, so no text is too deep.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypedDict, cast

import pyromark

from remit.markup.edits import outside
from remit.markup.places import Span

_OPTIONS = pyromark.Options.ENABLE_TASKLISTS
_LEVELS = {f"H{level}": level for level in range(1, 7)}
_INLINE = frozenset({"Emphasis", "Strong", "Link", "Image", "Strikethrough"})
_CONTAINERS = frozenset({"BlockQuote", "Item"})
_LEAVES = frozenset({"Paragraph", "Heading", "CodeBlock", "HtmlBlock", "BlockQuote", "Item", "Rule"})
_CLOSING_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*\Z")
_OPENING_FENCE = re.compile(r"`{3,}|~{3,}")


class _Range(TypedDict):
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `nested` where it stands in a quotation or a list, and so begins no section."""

    level: int
    title: str
    span: Span
    nested: bool


@dataclass(frozen=True, slots=True)
class Code:
    """A code block or a code span. Only a fence can be left open; `info` is what its first line says of it."""

    kind: Literal["fence", "indented", "span"]
    text: str
    span: Span
    info: str = ""
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Html:
    """A block of raw HTML, or one tag or comment in a line."""

    span: Span
    block: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A link or an image; what a definition says of it stands in `definitions`."""

    url: str
    span: Span
    image: bool


@dataclass(frozen=True, slots=True)
class Item:
    """A list item. `own` is what it says itself, without its bullet, its box and the blocks in it; `ticked` is None without a box."""

    span: Span
    own: Span
    ticked: bool | None


@dataclass(frozen=True, slots=True)
class Definition:
    """What a reader of the rendered text never sees: where a link's label leads, and the title that may stand there."""

    span: Span
    url: str = ""
    titled: bool = False
    used: bool = False


@dataclass(slots=True)
class Document:
    """What one pass found, each kind in the order of the text. `depth` is the most that was open or left open at once."""

    text: str
    headings: list[Heading] = field(default_factory=list)
    code: list[Code] = field(default_factory=list)
    html: list[Html] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    paragraphs: list[Span] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    depth: int = 0

    def code_in(self, within: Span) -> list[Code]:
        """The code that begins in a stretch of the text."""
        first = bisect_left(self.code, within.start, key=_code_start)
        return self.code[first : bisect_left(self.code, within.end, lo=first, key=_code_start)]

    def items_in(self, within: Span) -> list[Item]:
        """The items, of whatever depth, that begin in a stretch of the text."""
        first = bisect_left(self.items, within.start, key=_item_start)
        return self.items[first : bisect_left(self.items, within.end, lo=first, key=_item_start)]


def _code_start(code: Code) -> int:
    return code.span.start


def _item_start(item: Item) -> int:
    return item.span.start


def read(text: str) -> Document:
    """The structure of a text without NUL and lone surrogates, in time linear in its length."""
    return _Reader(text).run()


class _Reader:
    """The state of one pass over the parser's events."""

    def __init__(self, text: str) -> None:
        self.document = Document(text)
        self.starts = None if text.isascii() else [at for at, byte in enumerate(text.encode()) if byte & 0xC0 != 0x80]
        self.containers = 0
        self.inline = 0
        self.loose = 0
        self.items: list[_OpenItem] = []
        self.leaves: list[Span] = []
        self.labels: set[str] = set()

    def run(self) -> Document:
        document = self.document
        events = pyromark.events_with_range(document.text, options=_OPTIONS)
        for event, place in events:
            self._event(event, self._span(place))
        self._definitions()
        document.items.sort(key=_item_start)
        return document

    def _span(self, place: _Range) -> Span:
        if self.starts is None:
            return Span(place["start"], place["end"])
        return Span(bisect_left(self.starts, place["start"]), bisect_left(self.starts, place["end"]))

    def _event(self, event: object, span: Span) -> None:
        if isinstance(event, str):
            if event == "Rule":
                self.leaves.append(span)
            return
        assert isinstance(event, dict)
        kind, value = next(iter(cast(Mapping[str, object], event).items()))
        match kind:
            case "Start":
                name, detail = _named(value)
                self._start(name, detail, span)
            case "End":
                self._end(_named(value)[0], span)
            case "TaskListMarker":
                self.items[-1].ticked = bool(value)
                self.items[-1].own_start = span.end
            case _:
                self._text(kind, str(value), span)

    def _start(self, name: str, detail: Mapping[str, object] | str, span: Span) -> None:
        document = self.document
        if name in _LEAVES:
            self.leaves.append(span)
        if name in _CONTAINERS:
            self.containers += 1
        elif name in _INLINE:
            self.inline += 1
        else:
            self.loose = 0
        document.depth = max(document.depth, self.containers, self.inline)
        if self.items and name not in _INLINE and name != "Item":
            self.items[-1].block_at(span.start, name)
        match name:
            case "Heading":
                assert isinstance(detail, dict)
                document.headings.append(Heading(_LEVELS[str(detail["level"])], "", span, self.containers > 0))
            case "CodeBlock":
                document.code.append(_code_block(document.text, span, detail))
            case "HtmlBlock":
                document.html.append(Html(span, block=True))
            case "Paragraph":
                document.paragraphs.append(span)
            case "Item":
                self.items.append(_OpenItem(span))
            case "Link" | "Image":
                assert isinstance(detail, dict)
                self.labels.add(_label(str(detail["id"])))
                document.links.append(Link(str(detail["dest_url"]), span, image=name == "Image"))

    def _end(self, name: str, span: Span) -> None:
        if name in _CONTAINERS:
            self.containers -= 1
        elif name in _INLINE:
            self.inline -= 1
        if name == "Item":
            self.document.items.append(self.items.pop().closed(self.document.text, span))

    def _text(self, kind: str, text: str, span: Span) -> None:
        document = self.document
        if self.items:
            self.items[-1].begins_at(span.start)
        if kind == "InlineHtml":
            document.html.append(Html(span, block=False))
            return
        if kind == "Code":
            document.code.append(Code("span", text, span))
        elif kind == "Text" and not self._in_code(span):
            self._left_open(text, span)
        if document.headings and kind in ("Text", "Code") and _within(span, document.headings[-1].span):
            last = document.headings[-1]
            document.headings[-1] = Heading(last.level, last.title + text, last.span, last.nested)

    def _in_code(self, span: Span) -> bool:
        code = self.document.code
        return bool(code) and code[-1].kind != "span" and _within(span, code[-1].span)

    def _left_open(self, text: str, span: Span) -> None:
        """Count what opens in a line of text and is not closed in its block; the parser keeps such signs as text of their own."""
        opened = text.count("[") + text.count("(") + text.count("{")
        closed = text.count("]") + text.count(")") + text.count("}")
        if text and not text.strip("*_~"):
            follows = self.document.text[span.end : span.end + 1]
            opened += bool(follows.strip())
        self.loose = max(0, self.loose + opened - closed)
        self.document.depth = max(self.document.depth, self.loose)

    def _definitions(self) -> None:
        """Link definitions leave no event: they are those that the parser lists, and what no block covers."""
        document, text = self.document, self.document.text
        listed = cast(Mapping[str, Mapping[str, object]], pyromark.reference_definitions(text, options=_OPTIONS))
        known = [
            Definition(
                self._span(cast(_Range, entry["span"])),
                str(entry["dest"]),
                bool(entry["title"]),
                _label(label) in self.labels,
            )
            for label, entry in listed.items()
        ]
        places = [definition.span for definition in known]
        rest = (trimmed(text, gap) for gap in outside([*self.leaves, *places], len(text)))
        document.definitions = sorted(
            [*known, *(Definition(span) for span in rest if span.start < span.end)], key=lambda found: found.span
        )


@dataclass(slots=True)
class _OpenItem:
    """An item whose end is not yet met."""

    span: Span
    ticked: bool | None = None
    own_start: int | None = None
    own_end: int | None = None

    def begins_at(self, start: int) -> None:
        if self.own_start is None:
            self.own_start = start

    def block_at(self, start: int, name: str) -> None:
        """A block inside the item ends what it says itself; its first paragraph is just that."""
        if self.own_end is None and (name != "Paragraph" or self.own_start is not None):
            self.own_end = start

    def closed(self, text: str, span: Span) -> Item:
        end = span.end if self.own_end is None else self.own_end
        start = min(end if self.own_start is None else self.own_start, end)
        return Item(span, trimmed(text, Span(start, end)), self.ticked)


def trimmed(text: str, span: Span) -> Span:
    """The span without the white space at its ends."""
    shown = text[slice(*span)]
    start = span.start + len(shown) - len(shown.lstrip())
    return Span(start, max(start, span.start + len(shown.rstrip())))


def _label(written: str) -> str:
    return " ".join(written.split()).casefold()


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _named(value: object) -> tuple[str, Mapping[str, object] | str]:
    if isinstance(value, str):
        return value, ""
    assert isinstance(value, dict)
    name, detail = next(iter(value.items()))
    return str(name), detail if isinstance(detail, dict) else str(detail)


def _code_block(text: str, span: Span, detail: Mapping[str, object] | str) -> Code:
    if not isinstance(detail, dict):
        return Code("indented", text[slice(*span)], span)
    whole = text[slice(*span)]
    opening = _OPENING_FENCE.match(whole)
    inside = whole.partition("\n")[2]
    last_line = inside.rpartition("\n")[2] if inside else ""
    closing = _CLOSING_FENCE.match(last_line)
    closed = bool(opening and closing and closing[1].startswith(opening[0]))
    content = inside[: len(inside) - len(last_line)] if closed else inside
    return Code("fence", content, span, str(detail["Fenced"]).strip(), closed)
