"""Read a task's description: its sections, what they say, and what is wrong with how it is written; it must not know a scope or a disk.

A section runs from a heading with a known name to the next heading that is not below it. A heading in a quotation, a list or a fence
begins none. What stands in no known section is left out of every prompt.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from remit.markup.edits import Cover
from remit.markup.names import fold
from remit.markup.places import Span
from remit.sanitize.commands import dangerous
from remit.sanitize.criteria import ReadCriterion, read_criteria
from remit.sanitize.handling import Concern, escape, flag, reject, strip, unless_stripped
from remit.sanitize.listed import ReadFile, read_files
from remit.sanitize.markdown import Code, Document, Heading, Html, read, trimmed
from remit.sanitize.urls import judge_url

SectionName = Literal[
    "Objective", "Acceptance Criteria", "Files Modified", "Test Command", "Dependencies", "Context", "Notes",
]  # fmt: skip
SECTIONS: tuple[SectionName, ...] = get_args(SectionName)
_BY_FOLD: Mapping[str, SectionName] = {name.lower().replace(" ", ""): name for name in SECTIONS}

MOST_BYTES = 256 * 1024
DEEPEST = 500
_LONGEST_TITLE = 80

_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*\n")
_YAML_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|(?:^|\s)#[^\n]*")
_YAML_NODE = re.compile(
    r"(?:^[ \t]*|[:?-][ \t]+|[\[{][ \t]*|,[ \t]*(?=[!&*][^\n]*[\]}]))(?:[!]\S*\s+)?([!&*])(?=\S)", re.MULTILINE
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_COMMENT = re.compile(r"<!--")
_HTML_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)(\s[^>]*=)?")
_HTML_NAMES = _words(
    """
    a abbr address article aside audio b base blockquote body br button canvas caption center cite code col dd del details dialog
    div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe
    img input ins kbd label legend li link main map mark marquee math meta nav noscript object ol optgroup option p param
    picture pre q s samp script section select slot small span strike strong style sub summary sup svg table tbody td template
    textarea tfoot th thead time title tr track tt u ul var video wbr
    """
)
_BARE_URL = re.compile(r"(?<![\w/@.-])(?:http|ftp|file|javascript|data|vbscript)s?:[^\s<>\"'`)\]]+", re.IGNORECASE)
_FAR_PATH = re.compile(
    r"(?<![\w./~:@-])(?:(?P<traversal>(?:\.\.[/\\]){2,}[\w.-]+)|(?P<home>~/\.[\w-][\w./-]*|~root\b[\w./-]*)"
    r"|(?P<absolute>/(?:etc|root|proc|sys|boot|home|private|var|Users)/[\w.-][\w./-]*|[A-Za-z]:\\[\w.\\-]+))"
)
_NO_DEPENDENCY = re.compile(r"(?:none|n/?a|nothing|-)\.?", re.IGNORECASE)
_NAMED = re.compile(r"`?([^\s`,;()]+)`?(?:\s+[-–—(:].*|:\s.*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of the text under one heading; without a name it is unknown, or what stands before every heading."""

    name: SectionName | None
    title: str
    heading: Span
    body: Span


@dataclass(frozen=True, slots=True)
class Written:
    """A text of the description, and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Description:
    """What a description says, before anything of it is judged against a scope."""

    document: Document
    sections: tuple[Section, ...]
    concerns: tuple[Concern, ...]
    objective: Written | None = None
    criteria: tuple[ReadCriterion, ...] = ()
    files: tuple[ReadFile, ...] = ()
    test_command: Written | None = None
    dependencies: tuple[Written, ...] = ()
    context: Written | None = None
    notes: Written | None = None

    def section(self, name: SectionName) -> Section | None:
        return next((section for section in self.sections if section.name == name), None)


def read_description(text: str) -> Description:
    """The pieces of a description without NUL and lone surrogates, and every concern about its form."""
    front, about_front = _front_matter(text)
    document = read("\n" * front + text[front:] if front else text)
    sections = _sections(document, front)
    concerns = [*about_front, *_form(document, sections)]
    by_name = {section.name: section for section in sections if section.name is not None}
    criteria, about_criteria = _criteria(document, by_name.get("Acceptance Criteria"))
    command, about_command = _test_command(document, by_name.get("Test Command"))
    kept = Cover.of(section.body for section in sections if section.name is not None)
    concerns += [*about_criteria, *about_command, *_inside(document, kept)]
    return Description(
        document,
        sections,
        tuple(unless_stripped(concerns)),
        objective=_written(text, by_name.get("Objective")),
        criteria=tuple(criteria),
        files=tuple(_files(document, by_name.get("Files Modified"))),
        test_command=command,
        dependencies=tuple(_dependencies(document, by_name.get("Dependencies"))),
        context=_written(text, by_name.get("Context")),
        notes=_written(text, by_name.get("Notes")),
    )


def section_named(title: str) -> SectionName | None:
    """The section that a heading begins, in whatever width, case or disguise its name is written."""
    if len(title) > _LONGEST_TITLE:
        return None
    return _BY_FOLD.get(fold("".join(title.split()).strip(":：*_#")))


def _front_matter(text: str) -> tuple[int, list[Concern]]:
    """The length of what stands between two fences of dashes or pluses at the very start, and what is wrong with it."""
    opening = _FRONT_MATTER.match(text)
    if opening is None:
        return 0, []
    closing = re.compile(rf"^(?:{re.escape(opening[1])}|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE).search(
        text, opening.end()
    )
    if closing is None or (inside := text[opening.end() : closing.start()]).startswith("\n"):
        return 0, []
    span = Span(0, closing.end())
    concerns = [strip("fm.stripped", span)]
    if opening[1] == "---":
        for found in _YAML_NODE.finditer(_YAML_QUOTED.sub(lambda quoted: " " * len(quoted[0]), inside)):
            at = opening.end() + found.start(1)
            concerns.append(reject("fm.yaml_tag" if found[1] == "!" else "fm.yaml_alias", Span(at, at + 1)))
    return closing.end(), concerns


def _sections(document: Document, start: int) -> tuple[Section, ...]:
    """The sections, with the text before the first heading as one without a title."""
    boundaries: list[tuple[Heading, SectionName | None]] = []
    level = 0
    for heading in document.headings:
        if heading.nested:
            continue
        name = section_named(heading.title)
        if name is None and level and heading.level > level:
            continue
        boundaries.append((heading, name))
        level = heading.level
    ends = [heading.span.start for heading, _ in boundaries] + [len(document.text)]
    before = Section(None, "", Span(start, start), Span(start, ends[0]))
    return (
        before,
        *(
            Section(name, heading.title, heading.span, Span(heading.span.end, end))
            for (heading, name), end in zip(boundaries, ends[1:], strict=True)
        ),
    )


def _form(document: Document, sections: tuple[Section, ...]) -> Iterator[Concern]:
    """What is wrong with the description as a whole, and what stands in no known section."""
    if document.depth > DEEPEST:
        yield reject("limit.depth", Span(0, len(document.text)), f"{document.depth} deep")
    known = any(section.name is not None for section in sections)
    seen: set[SectionName] = set()
    for section in sections:
        if section.name in seen:
            yield reject("md.duplicate_section", section.heading, section.title)
        elif section.name is not None:
            seen.add(section.name)
        elif known and document.text[slice(section.heading.start, section.body.end)].strip():
            yield strip("md.unknown_section", Span(section.heading.start, section.body.end), section.title[:80])
    if not known:
        yield reject("md.no_sections", Span(0, len(document.text)))
    for heading in document.headings:
        if heading.nested and (name := section_named(heading.title)) is not None:
            yield flag("md.nested_heading", heading.span, name)
    for code in document.code:
        if not code.closed and not document.text[code.span.end :].strip():
            yield reject("md.unclosed_fence", code.span)
    for definition in document.definitions:
        if definition.titled or not definition.used:
            yield strip("md.linkref", definition.span)
    for html in document.html:
        yield from _html(document.text, html)


def _html(text: str, html: Html) -> Iterator[Concern]:
    at = html.span.start
    while (comment := _COMMENT.search(text, at, html.span.end)) is not None:
        # A block that begins as a comment hides what stands on its lines, however many comments these hold.
        whole = html.block and not text[html.span.start : comment.start()].strip()
        close = (
            text.rfind("-->", comment.end(), html.span.end) if whole else text.find("-->", comment.end(), html.span.end)
        )
        if close < 0 and text.startswith(("<!-->", "<!--->"), comment.start()):
            close = text.index(">", comment.start()) - 2
        end = close + 3 if close >= 0 else html.span.end
        yield strip("md.html_comment", Span(comment.start(), end))
        yield from _tags(text, Span(at, comment.start()))
        at = end
    yield from _tags(text, Span(at, html.span.end))


def _tags(text: str, span: Span) -> Iterator[Concern]:
    for tag in _HTML_TAG.finditer(text, *span):
        if tag[1].lower() in _HTML_NAMES or tag[2]:
            yield escape("md.raw_html", Span(tag.start(), tag.start() + 1), "&lt;", tag[0][:80])


def _inside(document: Document, kept: Cover) -> Iterator[Concern]:
    """Links, images and far paths in the prose of the known sections."""
    text = document.text
    for link in document.links:
        if link.span.start not in kept:
            continue
        if link.image and re.match(r"(?:[a-z]+:)?//", link.url, re.IGNORECASE):
            yield flag("md.remote_image", link.span, link.url[:80])
        elif ":" in link.url or link.url.startswith("//"):
            yield from (flag(concern.code, link.span, link.url[:80]) for concern in judge_url(link.url))
    code = Cover.of(found.span for found in document.code)
    blocks = Cover.of(found.span for found in document.code if found.kind != "span")
    links = Cover.of(link.span for link in document.links)
    for found in _BARE_URL.finditer(text):
        if found.start() in kept and found.start() not in code and found.start() not in links:
            url = found[0].rstrip(".,;:!?")
            yield from (flag(concern.code, Span(*found.span()), url[:80]) for concern in judge_url(url))
    for found in _FAR_PATH.finditer(text):
        if found.start() in kept and found.start() not in blocks:
            yield flag(f"path.{found.lastgroup}", Span(*found.span()), found[0][:80])


def _criteria(document: Document, section: Section | None) -> tuple[list[ReadCriterion], list[Concern]]:
    return read_criteria(document, section.body) if section is not None else ([], [])


def _files(document: Document, section: Section | None) -> list[ReadFile]:
    return read_files(document, section.body) if section is not None else []


def _test_command(document: Document, section: Section | None) -> tuple[Written | None, list[Concern]]:
    """The one fenced command; another fence is refused, and what is not fenced is no command."""
    if section is None:
        return None, []
    fences = [code for code in document.code_in(section.body) if code.kind == "fence"]
    loose = [*document.paragraphs, *(code.span for code in document.code if code.kind == "indented")]
    concerns = [strip("test.unfenced", span) for span in loose if _begins(span, section)]
    for danger in dangerous(document.text[slice(*section.body)]):
        at = section.body.start
        concerns.append(reject("cmd.dangerous", Span(at + danger.span.start, at + danger.span.end), danger.what))
    if len(fences) > 1:
        concerns.append(reject("test.multiple", section.body, f"{len(fences)} fences"))
    if not fences:
        return None, concerns
    fence: Code = fences[0]
    return Written(fence.text.strip("\n"), fence.span), concerns


def _dependencies(document: Document, section: Section | None) -> Iterator[Written]:
    if section is None:
        return
    items = [item.own for item in document.items_in(section.body)]
    for place in items or [span for span in document.paragraphs if _begins(span, section)]:
        at = place.start
        for part in re.split(r"[,\n]", document.text[slice(*place)]):
            shown = part.strip()
            if shown and not _NO_DEPENDENCY.fullmatch(shown):
                found = _NAMED.fullmatch(shown)
                yield Written(found[1] if found else shown, trimmed(document.text, Span(at, at + len(part))))
            at += len(part) + 1


def _written(text: str, section: Section | None) -> Written | None:
    """A section's text without the blank lines around it; the blanks that begin its first line may make it code."""
    if section is None:
        return None
    span = trimmed(text, section.body)
    if span.start == span.end:
        return None
    first_line = text.rfind("\n", section.body.start, span.start) + 1
    span = Span(max(first_line, section.body.start), span.end)
    return Written(text[slice(*span)], span)


def _begins(span: Span, section: Section) -> bool:
    return section.body.start <= span.start < section.body.end
