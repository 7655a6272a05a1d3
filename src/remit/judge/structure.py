"""A text as instructions and payload: what asks, what shows, what is only carried; it must not know the criteria.

Regions are cut first. What is left between and inside them, where it is not payload, is read line by line as Markdown. The lines
that instruct become the prose; fences, literals, quotations, hunks and examples are recorded and left out of it.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from remit.judge.letter import fold
from remit.judge.lines import BLOCK, LineReader, Shown, ShownKind
from remit.judge.literals import literals
from remit.judge.margin import Margin, dedented
from remit.judge.names import Role, is_markup, role_by_parts, role_of
from remit.judge.prose import NOUN, Joiner, Prose, plain
from remit.judge.requests import Reading, reading
from remit.markup.places import Span
from remit.markup.scan import Scan, TagRegion, scan

_SCAFFOLD_NAMES = frozenset({"thinking", "scratchpad"})
_SCAFFOLD_TAG = re.compile(r"<(?:thinking|scratchpad|thoughts?|reasoning|analysis)\s*/?>", re.IGNORECASE)
_LEAST_COMMANDS = 2
_SENTENCES_READ = 40
_SENTENCE = re.compile(r"[^\n.!?]+(?:[.!?](?=\S)[^\n.!?]*)*[.!?]?")
_AROUND_ITEM = " \t-*\u2022#0123456789."
_HOLE = re.compile(r"\{[\w. ]*\}|\$\{|\$ARGUMENTS")
_NOT_SPACE = re.compile(r"\S")
_PLACEHOLDERS = (
    ("{", re.compile(r"\{\{?\{?[^{}\n\"]{1,80}\}\}?\}?")),
    ("[[", re.compile(r"\[\[[^\[\]\n]{1,80}\]\]")),
    ("://", re.compile(r"http(?:s?)://\S+")),
)
_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@.*")
_HUNK_HEADS = (
    "diff --git ",
    "index ",
    "--- ",
    "+++ ",
    "new file ",
    "deleted file ",
    "old mode ",
    "new mode ",
    "similarity ",
    "rename ",
)


@dataclass(frozen=True)
class Structure:
    """What one reading of a text found."""

    text: str
    prose: Prose
    regions: dict[str, Span]
    payload: tuple[Span, ...]
    shown: tuple[Shown, ...]
    scaffolds: tuple[Span, ...]
    margin: Margin | None = None
    readings: dict[Span, Reading] = field(default_factory=dict)

    def original(self, span: Span) -> Span:
        """Where a span of the dedented text stands in the text as it was given."""
        return self.margin.original(span) if self.margin else span

    def reading(self, sentence: Span) -> Reading:
        """The sentence's words and commands."""
        found = self.readings.get(sentence)
        if found is None:
            found = self.readings[sentence] = reading(self.prose.text[sentence.start : sentence.end])
        return found

    def lead_in(self, shown: Shown) -> Span:
        """The sentence that holds what is shown, or stands before it."""
        position = self.prose.position(shown.span.start)
        sentence = self.prose.sentence(position)
        if self.prose.text[sentence.start : sentence.end].strip(f" \n{NOUN}.,:"):
            return sentence
        return self.prose.sentence(max(0, sentence.start - 1))


class _Mask(NamedTuple):
    """A stretch that is hidden from the reading of its piece: what it is, and the character that stands for it."""

    start: int
    end: int
    filler: str
    kind: ShownKind | None


class _Piece(NamedTuple):
    start: int
    end: int
    contract: bool


def read(original: str) -> Structure:
    """The structure of a text, in time linear in its length."""
    text, margin = dedented(original)
    found = scan(text)
    walk = _Walk(found, _hunks(text))
    walk.run()
    masks = walk.masks()
    folded = plain(fold(text))
    blocks: dict[int, tuple[ShownKind, int]] = {
        mask.start: (mask.kind, mask.end) for mask in masks if mask.filler == BLOCK and mask.kind
    }
    shown = list(walk.shown)
    scaffolds = list(walk.scaffolds)
    reader = LineReader(Joiner(), shown, blocks)
    position = 0
    for piece in walk.pieces:
        while position < len(masks) and masks[position].end <= piece.start:
            position += 1
        mine: list[_Mask] = []
        while position < len(masks) and masks[position].start < piece.end:
            mine.append(masks[position])
            position += 1
        masked = _masked(folded, piece, mine)
        for mask in mine:
            if (mask.filler == NOUN or piece.contract) and text.find("<", mask.start, mask.end) >= 0:
                named = _SCAFFOLD_TAG.search(text, mask.start, mask.end)
                if named:
                    scaffolds.append(Span(*named.span()))
        shown.extend(
            Shown(mask.kind, Span(mask.start, mask.end), piece.contract) for mask in mine if mask.kind == "inline"
        )
        if "{" in masked or "[" in masked or "://" in masked:
            found_literals = [_Mask(start, end, NOUN, "literal") for start, end in literals(masked)]
            shown.extend(
                Shown("literal", Span(piece.start + it.start, piece.start + it.end), piece.contract)
                for it in found_literals
            )
            masked = _masked(masked, _Piece(0, len(masked), contract=False), found_literals)
            for sign, placeholder in _PLACEHOLDERS:
                if sign in masked:
                    masked = placeholder.sub(_noun, masked)
        reader.read(masked, piece.start, contract=piece.contract)
    payload = walk.payload + [
        item.span
        for item in shown
        if item.kind in ("fence", "hunk", "code", "quotation", "literal") and not item.contract
    ]
    return Structure(
        text,
        reader.joiner.join(text),
        walk.names,
        tuple(sorted(payload)),
        tuple(sorted(shown, key=_start)),
        tuple(sorted(scaffolds)),
        margin,
    )


def _commands(text: str, least: int) -> bool:
    """Whether a text has at least so many sentences that order something."""
    found = 0
    for sentence in islice(_SENTENCE.finditer(fold(text)), _SENTENCES_READ):
        found += bool(reading(sentence[0].strip(_AROUND_ITEM)).commands)
        if found >= least:
            return True
    return False


def _start(shown: Shown) -> int:
    return shown.span.start


def _begin(mask: _Mask) -> int:
    return mask.start


def _noun(found: re.Match[str]) -> str:
    return NOUN * (found.end() - found.start())


def _masked(text: str, piece: _Piece, masks: list[_Mask]) -> str:
    if not masks:
        return text[piece.start : piece.end]
    parts: list[str] = []
    position = piece.start
    for mask in masks:
        if mask.start >= position:
            end = min(mask.end, piece.end)
            parts.append(text[position : mask.start])
            parts.append(mask.filler * (end - mask.start))
            position = end
    parts.append(text[position : piece.end])
    return "".join(parts)


def _hunks(text: str) -> list[Span]:
    """The hunks of unified diffs with the lines that head them, each as long as its header says."""
    found: list[Span] = []
    if "@@ -" not in text:
        return found
    for header in _HUNK.finditer(text):
        within = header.start() and text[header.start() - 1] != "\n"
        if within or (found and header.start() < found[-1].end):
            continue
        start = _hunk_start(text, header.start(), found[-1].end if found else 0)
        found.append(Span(start, _hunk_end(text, header)))
    return found


def _hunk_start(text: str, start: int, least: int) -> int:
    """Where the lines begin that stand directly before a hunk and name its files."""
    while start > least:
        before = text.rfind("\n", least, start - 1) + 1
        before = max(before, least)
        if not text.startswith(_HUNK_HEADS, before):
            break
        start = before
    return start


def _hunk_end(text: str, header: re.Match[str]) -> int:
    old, new = int(header[1] or 1), int(header[2] or 1)
    position = header.end()
    while (old > 0 or new > 0) and position < len(text):
        line_end = text.find("\n", position + 1)
        line_end = len(text) if line_end < 0 else line_end
        sign = text[position + 1 : position + 2]
        if sign not in ("+", "-", " ", "\\", "\n", "\r", ""):
            break
        old -= sign not in ("+", "\\")
        new -= sign not in ("-", "\\")
        position = line_end if sign not in ("\n", "") else position + 1
    return position


class _Walk:
    """One walk over the regions of a text: which pieces instruct, which regions count, what is payload."""

    def __init__(self, found: Scan, hunks: list[Span]) -> None:
        self.scan = found
        self.text = found.text
        self.hunks = hunks
        self.pieces: list[_Piece] = []
        self.payload: list[Span] = []
        self.shown: list[Shown] = []
        self.names: dict[str, Span] = {}
        self.scaffolds: list[Span] = []
        self.inline: list[_Mask] = []
        self.position = 0
        self.open: list[tuple[int, int, bool]] = []

    def run(self) -> None:
        regions = [region for region in self.scan.regions if not self._in_hunk(region.start)]
        wrapping = _wrapping(regions)
        hidden_until = uncounted_until = 0
        for region in regions:
            self._leave(region.start)
            role = role_of(region.name, self.text[region.start : region.inner_start], wraps=region.start in wrapping)
            if role == "payload" and region.start >= hidden_until and region.start not in wrapping:
                role = self._of_unknown(region)
            empty = _NOT_SPACE.search(self.text, region.inner_start, region.inner_end) is None
            name = region.name.lower()
            if region.start >= uncounted_until and not empty and name not in _SCAFFOLD_NAMES:
                self.names.setdefault(name, Span(region.start, region.end))
            if role == "payload":
                uncounted_until = max(uncounted_until, region.end)
            if region.start < hidden_until:
                continue
            if role == "emphasis":
                self.inline.append(_Mask(region.start, region.inner_start, " ", None))
                self.inline.append(_Mask(region.inner_end, region.end, " ", None))
            elif role in ("payload", "example", "scaffold"):
                hidden_until = region.end
                self._hide(region, role, empty=empty)
            else:
                self._piece(region.start)
                self.open.append((region.inner_end, region.end, role == "contract" or self._contract))
                self.position = region.inner_start
        self._leave(len(self.text) + 1)
        self._piece(len(self.text))

    @property
    def _contract(self) -> bool:
        return bool(self.open) and self.open[-1][2]

    def _piece(self, end: int) -> None:
        if end > self.position:
            self.pieces.append(_Piece(self.position, end, self._contract))

    def _leave(self, start: int) -> None:
        """Ends the open regions that end before this place."""
        while self.open and self.open[-1][1] <= start:
            self._piece(self.open[-1][0])
            self.position = self.open.pop()[1]

    def _hide(self, region: TagRegion, role: Role, *, empty: bool) -> None:
        span = Span(region.start, region.end)
        if role == "payload":
            self.payload.append(span)
        elif role == "scaffold":
            self.scaffolds.append(span)
        elif not empty:
            self.shown.append(Shown("example", Span(region.inner_start, region.inner_end), self._contract))
        if self._stands_in_a_line(region):
            self.inline.append(_Mask(region.start, region.end, NOUN, None))
        else:
            self._piece(region.start)
            self.position = region.end

    def _of_unknown(self, region: TagRegion) -> Role:
        """The role of a region whose name no list holds: what its words mean, or what its own text does."""
        by_name = role_by_parts(region.name)
        if by_name is None or is_markup(region.name) or "untrusted" in self.text[region.start : region.inner_start]:
            return "payload"
        inner = self.text[region.inner_start : region.inner_end]
        least = 1 if by_name in ("instructions", "contract") else _LEAST_COMMANDS
        if (by_name == "payload" and _HOLE.search(inner)) or not _commands(inner, least):
            return "payload"
        return by_name if by_name != "payload" else "instructions"

    def _stands_in_a_line(self, region: TagRegion) -> bool:
        text = self.text
        if text.find("\n", region.start, region.end) >= 0:
            return False
        before = text[max(0, region.start - 80) : region.start].rpartition("\n")[2]
        after = text[region.end : region.end + 80].partition("\n")[0]
        return bool(before.strip() or after.strip())

    def _in_hunk(self, start: int) -> bool:
        index = bisect_right(self.hunks, (start, len(self.text))) - 1
        return index >= 0 and start < self.hunks[index].end

    def masks(self) -> list[_Mask]:
        """What is hidden inside the pieces, in the order of the text."""
        masks = list(self.inline)
        for code in self.scan.code:
            if code.kind == "fence":
                masks.append(_Mask(code.start, code.end, BLOCK, "fence"))
            elif code.kind == "inline":
                masks.append(_Mask(code.start, code.end, NOUN, "inline"))
            else:
                masks.append(_Mask(code.start, code.end, " ", None))
        masks.extend(_Mask(hunk.start, hunk.end, BLOCK, "hunk") for hunk in self.hunks)
        masks.extend(
            _Mask(tag.start, tag.end, NOUN, None) for tag in (*self.scan.empty, *self.scan.unclosed, *self.scan.stray)
        )
        return sorted(masks, key=_begin)


def _wrapping(regions: list[TagRegion]) -> set[int]:
    """The starts of the regions that hold another one that bounds something."""
    found: set[int] = set()
    open_: list[TagRegion] = []
    for region in regions:
        while open_ and open_[-1].end <= region.start:
            open_.pop()
        if open_ and not is_markup(region.name) and region.name.lower() not in _SCAFFOLD_NAMES:
            found.add(open_[-1].start)
        open_.append(region)
    return found
