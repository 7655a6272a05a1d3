"""Read and judge a list of acceptance criteria; it must not know the rest of a description, nor whether a criterion is met."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from remit.markup.places import Span
from remit.paths import judge as judge_path
from remit.sanitize.commands.dangers import dangerous
from remit.sanitize.handling import Concern, flag, reject, strip
from remit.sanitize.markdown import Document, Item, trimmed
from remit.sanitize.orders import is_command

MOST_CRITERIA = 100
_LONGEST = 2000
_LONGEST_NAME = 200

# What seems to be a box and is none to Markdown: nothing after it, another blank, another sign.
_NO_BOX = re.compile(r"\[(?:\s*|\s*[xXvV✓✔✅☑☐□-]\s*|[^\w\s\[\]]{1,2})\](?![(\[:])")
_MARK = re.compile(r"\((check|reviewer):([^\n]*)\)\s*\Z", re.IGNORECASE)
_SUBSTITUTION = re.compile(r"\$\(|<\(|>\(")
_CHAINED = re.compile(r"&&|\|\||;|\|")
_REVIEWER = re.compile(r"[\w.@+ -]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

# What nobody could show to be so; a number, a code span or a named check beside it says what is meant.
_VAGUE = re.compile(
    r"\b(?:works? (?:well|fine|properly|correctly|nicely|as it should)"
    r"|as (?:expected|intended|appropriate|needed|necessary)"
    r"|(?:look|feel|behave|perform)s? (?:good|right|nice|fine|well|correct(?:ly)?)"
    r"|(?:is|are|be) (?:good|fine|nice|clean(?:er)?|fast(?:er)?|robust|intuitive|user.friendly|efficient|better|improved"
    r"|reasonable|appropriate|acceptable|adequate|sufficient|readable|maintainable|easy to \w+|simple|modern|secure"
    r"|performant|scalable|reliable|correct|complete|done|ready|ok(?:ay)?)"
    r"|properly|correctly|appropriately|adequately|nicely|gracefully|where (?:possible|appropriate)|if (?:possible|needed)"
    r"|best practices?|high.quality|good quality|and so on|etc)(?:\.|\b)",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r"\d|`|\"[^\"]+\"|\b(?:if and only if|exit code|status code|error message|zero|none|no )\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ReadCriterion:
    """One checkbox item: its words, what shows it, and where both stand."""

    text: str
    span: Span
    own: Span
    own_lines: Span
    check: str | None = None
    reviewer: str | None = None


def read_criteria(document: Document, within: Span) -> tuple[list[ReadCriterion], list[Concern]]:
    """The criteria of a stretch of text; prose, and items without a box, are left out."""
    found: list[ReadCriterion] = []
    concerns: list[Concern] = []
    for item in document.items_in(within):
        if item.ticked is None:
            if _NO_BOX.match(document.text, item.own.start, item.own.end):
                concerns.append(strip("criteria.malformed", own_lines(document.text, item)))
            continue
        criterion, about = _read(document, item)
        concerns += about
        if criterion.text:
            found.append(criterion)
    if len(found) > MOST_CRITERIA:
        concerns.append(reject("limit.criteria", within, f"{len(found)} items"))
    return found, concerns


def own_lines(text: str, item: Item) -> Span:
    """The lines of an item without those of the items in it."""
    end = text.find("\n", item.own.end)
    return Span(item.span.start, item.span.end if end < 0 else min(end + 1, max(item.span.end, item.own.end)))


def is_vague(criterion: ReadCriterion) -> bool:
    """Whether a criterion's words leave open how anybody could tell that it is met."""
    return (
        criterion.check is None and _VAGUE.search(criterion.text) is not None and not _MEASURED.search(criterion.text)
    )


def _read(document: Document, item: Item) -> tuple[ReadCriterion, list[Concern]]:
    text = document.text
    concerns = list(_judged(document, item))
    if item.ticked:
        box = text.rfind("[", item.span.start, item.own.start)
        concerns.append(Concern("criteria.prechecked", "flag", Span(box, box + 3), "[ ]"))
    own = item.own
    marks: dict[str, str] = {}
    while own.end - own.start <= _LONGEST and (mark := _last_mark(text, own)) is not None:
        kind, value = mark[1].lower(), mark[2].strip()
        if _is_check(value) if kind == "check" else _is_reviewer(value):
            marks.setdefault(kind, value)
        else:
            concerns.append(strip(f"criteria.{kind}", Span(*mark.span()), value[:80]))
        own = trimmed(text, Span(own.start, mark.start()))
    words = " ".join(text[slice(*own)].split())
    return ReadCriterion(
        words, item.span, item.own, own_lines(text, item), marks.get("check"), marks.get("reviewer")
    ), concerns


def _last_mark(text: str, own: Span) -> re.Match[str] | None:
    lowered = text[slice(*own)].lower()
    at = max(lowered.rfind("(check:"), lowered.rfind("(reviewer:"))
    return _MARK.match(text, own.start + at, own.end) if at >= 0 else None


def _is_check(value: str) -> bool:
    """Whether a value may be one argument of the test command: no option, nothing outside the project."""
    if (
        not value
        or len(value) > _LONGEST_NAME * 2
        or value.startswith("-")
        or _CONTROL.search(value)
        or not value.isascii()
    ):
        return False
    return not {"path.absolute", "path.traversal", "path.home"} & set(judge_path(value.partition("::")[0]).codes)


def _is_reviewer(value: str) -> bool:
    return 0 < len(value) <= _LONGEST_NAME and _REVIEWER.fullmatch(value) is not None


def _judged(document: Document, item: Item) -> Iterator[Concern]:
    text, own = document.text, item.own
    if own.end - own.start > _LONGEST:
        yield reject("limit.item", own, f"{own.end - own.start} characters")
        return
    spans = [code.span for code in document.code_in(own) if code.kind == "span"]
    bare = _without_code(text, own, spans)
    for found in _SUBSTITUTION.finditer(bare):
        yield flag("criteria.substitution", Span(own.start + found.start(), own.start + found.end()))
    for found in _CHAINED.finditer(bare):
        rest = bare[found.end() : found.end() + 200].lstrip()
        if found[0] in ("&&", "||") or is_command(rest) or dangerous(rest):
            yield flag("criteria.chain", Span(own.start + found.start(), own.start + found.end()), found[0])


def _without_code(text: str, own: Span, spans: list[Span]) -> str:
    """The item's words with blanks in place of its code spans, so that places stay."""
    parts: list[str] = []
    at = own.start
    for span in spans:
        parts += [text[at : span.start], " " * (span.end - span.start)]
        at = span.end
    return "".join([*parts, text[at : own.end]])
