"""Find what untrusted text holds that a reader could take for structure, variables or input to a program; it must not know fields."""

import re
from collections.abc import Iterator

from remit.markup.edits import Cover
from remit.markup.names import odd_tags
from remit.markup.neutralise import REFERENCES, VOCABULARY, reserved_name, structure
from remit.markup.places import Span
from remit.markup.scan import scan
from remit.sanitize.handling import Concern, escape

# Both ends are written in entities: where one end is not, the other is text already.
_ENTITY_TAG = re.compile(
    r"(&)(?:lt|#0{0,6}60|#[xX]0{0,6}3[cC]);\s{0,9}/?\s{0,9}([\w.:-]{1,64})[^&<>\n]{0,200}(&)(?:gt|#0{0,6}62|#[xX]0{0,6}3[eE]);"
)
_ENTITY_DECLARED = re.compile(r"<(?=!ENTITY\b|!DOCTYPE\b[^<>\[]{0,200}\[)", re.IGNORECASE)
_INSTRUCTION = re.compile(r"<(?=\?(?!php\b|=)[A-Za-z])")
_CDATA = re.compile(r"<(?=!\[CDATA\[)")
_DECLARATIONS = ((_ENTITY_DECLARED, "tag.entity_bomb"), (_INSTRUCTION, "tag.pi"), (_CDATA, "tag.cdata"))

# The variables that a template of Remit's holds; all others are somebody else's syntax.
_VARIABLE = re.compile(
    r"\{\{(?:PROJECT_CONTEXT|PROJECT_STRUCTURE|ARTIFACTS|SKELETON|TASKS)\}\}"
    r"|\$\{(?:EPIC_ID|EPIC_TITLE|SESSION_ID|AGENT_ID|SCOPE_TYPE|SCOPE_ROOT|TASK_COUNT|TASK_LIST)\}"
)

# What a terminal program of an agent takes for an order of its own when a line begins with it. Of `#`, the words of C are none.
_PREFIX = re.compile(
    r"^[ \t]{0,3}(?:(/)(?=[a-z][a-z0-9_:-]*+(?:\s|$))|(!)(?=[a-z./~][\w./~-]*+(?:\s|$))"
    r"|(#)(?=(?!(?:include|define|undef|ifn?def|if|elif|else|endif|error|warning|pragma|line|import|region|endregion)\b)[a-z]))",
    re.MULTILINE,
)
_MENTION = re.compile(r"(?<![\w@&/.])@(?=[/~.\\]|[A-Za-z]:[\\/]|[\w-]+(?:/[\w.-]+)*\.[A-Za-z]{1,5}\b(?![./@]))")


def judge_structure(text: str) -> Iterator[Concern]:
    """Tags, turns, entities and declarations that would be structure if they were not data."""
    names = {found.start(): found[1] for found in odd_tags(text)}
    for at in structure(text):
        yield escape(_code(names.get(at)), Span(at, at + 1), f"&{REFERENCES[text[at]]};", _shown(text, at))
    if "&" in text:
        for found in _ENTITY_TAG.finditer(text):
            if reserved_name(found[2]):
                yield escape("tag.entity", Span(*found.span(1)), "&amp;", found[0][:80])
                yield escape("tag.entity", Span(*found.span(3)), "&amp;")
    for pattern, code in _DECLARATIONS:
        yield from (
            escape(code, Span(*found.span()), "&lt;", _shown(text, found.start())) for found in pattern.finditer(text)
        )


def judge_variables(text: str) -> Iterator[Concern]:
    """Variables of our own templates: kept as they are, since what is substituted is never scanned again."""
    for found in _VARIABLE.finditer(text):
        span = Span(*found.span())
        yield escape("tpl.reentrancy", span, found[0], found[0])


def judge_prefixes(text: str) -> Iterator[Concern]:
    """What an agent's program would take for a command of its own or for a file to add, were it typed there."""
    lines = list(_PREFIX.finditer(text))
    fences = (
        Cover.of(Span(code.start, code.end) for code in scan(text).code if code.kind == "fence")
        if lines
        else Cover.of(())
    )
    for found in lines:
        at = found.start(found.lastindex or 0)
        if at not in fences:
            yield escape("cli.prefix", Span(at, at + 1), f"\\{text[at]}", _shown(text, at))
    for found in _MENTION.finditer(text):
        yield escape("cli.mention", Span(*found.span()), "&#64;", _shown(text, found.start()))


def _code(written: str | None) -> str:
    name = None if written is None else reserved_name(written)
    if written is None or name is None or name == "sys":
        return "tag.chat_token"
    if name not in VOCABULARY:
        return "tag.reserved"
    seen = "".join(char for char in written if char.isprintable())
    return "tag.forged" if seen.isascii() else "tag.homoglyph"


def _shown(text: str, at: int) -> str:
    return text[at : at + 40].partition("\n")[0]
