"""Masked text, line by line, into prose and what is only shown; it must not know regions or criteria.

Every mask has the length of what it hides: `BLOCK` for a fence or hunk, `NOUN` for what stands in a sentence.
"""

import re
from typing import Literal, NamedTuple

from remit.judge.names import Section, section_of
from remit.judge.prose import NOUN, Joiner
from remit.judge.verbs import listed
from remit.markup.places import Span

BLOCK = "\x02"

ShownKind = Literal["fence", "hunk", "inline", "literal", "code", "quotation", "example"]

_HEADING = re.compile(r"(#{1,6})(?:\s+|$)")
_ITEM = re.compile(r"(?:[-*+\u2022]|[0-9]{1,9}[.)])(?:\s+|$)(?:\[[ x]\]\s+)?")
_RULE = re.compile(r"(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}")
_UNDERLINE = re.compile(r"=+|-+")
_FRAMED = re.compile(r"(?P<sign>[-=~+])(?P=sign)*\s*(?P<title>[^\W_][^\n]{0,60}?)\s*(?P=sign)+:?")
_FRAMES = "-=~+"
_BOLD = re.compile(r"\*\*[^*\n]{1,80}[^*\n.!?;,:]\*\*")
_ARROW = re.compile(r"\u2192|->|=>")
_DESCRIBES = re.compile(r"\s*(?:an?|the|one|your|json|yaml|csv|xml|only|exactly|plain|valid)\b")

# A title between dashes, `---Role---`, parts a text as deeply as a heading of this level.
_DEPTH_OF_FRAMED = 2

_INPUT_LABELS = listed(
    "input in question q message user text ticket sentence request example input sample input prompt human query"
) | {"example input", "sample input", "user input"}
_ANSWER_LABELS = listed("output out answer a response reply assistant result expected completion") | {
    "expected output", "example output", "sample output", "expected answer", "sample answer", "sample response",
}  # fmt: skip


class Shown(NamedTuple):
    """What stands in the text to be looked at: fences, literals, code spans, quotations, hunks, examples."""

    kind: ShownKind
    span: Span
    contract: bool


class LineReader:
    """Reads the pieces of one text in their order; each piece is a document of its own."""

    def __init__(self, joiner: Joiner, shown: list[Shown], blocks: dict[int, tuple[ShownKind, int]]) -> None:
        self.joiner = joiner
        self.shown = shown
        self.blocks = blocks
        self._begin(contract=False)

    def _begin(self, *, contract: bool) -> None:
        self.outer: Section = "contract" if contract else "plain"
        self.section: Section = self.outer
        self.level = 7
        # How long a label's section lasts: until something has followed it, to the end of that block, or to the next title.
        self.label: Literal["", "pending", "block", "section"] = ""
        self.example_start = -1
        self.open = False
        self.quoted = False
        self.item_offset = 0
        self.question: tuple[int, int] | None = None

    def read(self, masked: str, origin: int, *, contract: bool) -> None:
        """Adds the prose of one piece to the join, and the rest to what is shown."""
        self._begin(contract=contract)
        margin = _margin(masked)
        end = origin
        for line in masked.split("\n"):
            start, end = end, end + len(line) + 1
            body = line.strip()
            if not body:
                self.open = self.quoted = False
                if self.label == "block":
                    self._leave(start)
                continue
            indent = _indent(line) - margin if line[0] in " \t" else 0
            if not self.open and not self.quoted:
                if indent >= self.item_offset + 4 and indent:
                    self._extend("code", start, end - 1)
                    continue
                if indent < self.item_offset:
                    self.item_offset = 0
            at = start + line.index(body[0])
            first = body[0]
            if not (first.isalpha() or first == NOUN):
                if self._is_mark(body, start, end):
                    continue
                while item := _ITEM.match(body):
                    self.item_offset = indent + item.end()
                    at += item.end()
                    body = body[item.end() :]
                    self.open = self.quoted = False
                if not body or (body[0] == BLOCK and self._block(at)):
                    continue
            if self.quoted:
                self._extend("quotation", start, end - 1)
            elif ":" not in body or not self._label(body, start, at, end - 1):
                self._prose(body, at)
        self._leave(end - 1)

    def _prose(self, body: str, at: int) -> None:
        if self.label == "pending":
            self.label = "block"
        if self.section == "example":
            return
        titles = body[0] == "*" and _BOLD.fullmatch(body) is not None
        self.joiner.add(body, at, joined=self.open and not titles, contract=self.section == "contract")
        # A line that only holds what is masked stands for itself, and so does a bold one.
        self.open = not titles and bool(body.strip(NOUN + " "))

    def _is_mark(self, body: str, start: int, end: int) -> bool:
        """Whether a line is a quotation, a heading or a rule, and no item or prose."""
        if body[0] == ">":
            self._extend("quotation", start, end - 1)
            self.open, self.quoted = False, len(body) > 1
            return True
        heading = _HEADING.match(body) if body[0] == "#" else None
        framed = _FRAMED.fullmatch(body) if body[0] in _FRAMES and body[-1] in _FRAMES else None
        if heading:
            self._heading(len(heading[1]), body[heading.end() :].strip(" #*:"), start, end)
        elif framed:
            self._heading(_DEPTH_OF_FRAMED, framed["title"], start, end)
        elif not _RULE.fullmatch(body) and not (self.open and _UNDERLINE.fullmatch(body)):
            return False
        self.open = self.quoted = False
        return True

    def _heading(self, depth: int, title: str, start: int, end: int) -> None:
        self.item_offset = 0
        if depth > self.level and self.section == "example":
            return
        self._leave(start)
        section = section_of(title)
        if section != "plain":
            self.section = section
        if section == "example":
            self.example_start = end
        self.level = depth

    def _block(self, at: int) -> bool:
        """Takes a fence or hunk that begins here."""
        if at not in self.blocks:
            return False
        kind, stop = self.blocks[at]
        if self.section != "example":
            self.shown.append(Shown(kind, Span(at, stop), self.section == "contract"))
        self.open = self.quoted = False
        if self.label in ("pending", "block"):
            self._leave(stop)
        return True

    def _label(self, body: str, start: int, at: int, end: int) -> bool:
        """Reads what stands before a colon; whether the line is an example and thereby dealt with."""
        head, _, rest = body.partition(":")
        head = head.strip(" *_0123456789#.()")
        rest = rest.strip(" *")
        if self.section == "example":
            return False
        if head in _ANSWER_LABELS and self.question and not _DESCRIBES.match(rest):
            self.joiner.withdraw(self.question[0])
            self.shown.append(Shown("example", Span(self.question[1], end), self.outer == "contract"))
            self.question = None
            self.open = False
            if not rest:
                self.section, self.label, self.example_start = "example", "pending", end
            return True
        if head in _INPUT_LABELS:
            if _ARROW.search(rest):
                self.shown.append(Shown("example", Span(at, end), self.outer == "contract"))
                self.open = False
                return True
            self.question = (len(self.joiner.starts), at)
        elif not self.open or not rest:
            return self._titled(head, rest, start)
        return False

    def _titled(self, head: str, rest: str, start: int) -> bool:
        """Begins the section that a label names, if it names one; whether the label stands alone and is dealt with."""
        section = section_of(head)
        if section != "plain":
            self.section = section
            self.label = "pending" if section == "example" else "block" if rest else "section"
            self.example_start = start if section == "example" else -1
            self.open = self.open and bool(rest)
            return not rest
        if not rest and self.label == "section":
            self.section, self.label = self.outer, ""
        return False

    def _leave(self, end: int) -> None:
        """Ends the section that a title or label began."""
        if self.example_start >= 0:
            self.shown.append(Shown("example", Span(self.example_start, end), self.outer == "contract"))
        self.section, self.label, self.example_start = self.outer, "", -1

    def _extend(self, kind: ShownKind, start: int, end: int) -> None:
        """Adds a line to the block of this kind that ends just before it, or begins one."""
        if self.section == "example":
            return
        if self.shown and self.shown[-1].kind == kind and self.shown[-1].span.end + 1 >= start:
            start = self.shown.pop().span.start
        self.shown.append(Shown(kind, Span(start, end), contract=False))


def _indent(line: str) -> int:
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())


def _margin(masked: str) -> int:
    """By how many columns every line but a partial first one is indented."""
    if _UNINDENTED.search(masked):
        return 0
    widths = [_indent(line) for line in masked.split("\n")[1:] if line.strip()]
    return min(widths, default=0)


_UNINDENTED = re.compile(r"\n\S")
