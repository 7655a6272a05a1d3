"""Rule: a value was rendered that is no text; it must not know the other rules."""

import re
from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject, covers
from remit.markup.places import Span

RULE = Rule(
    "value-unrendered",
    severity="medium",
    tier="advisory",
    summary="A value was rendered that is no text: None, NaN, undefined, or the repr of an object.",
    why="the model takes it for content, and answers to it",
)
_OBJECT = re.compile(
    r"<[\w.]{1,120} object at 0x[0-9a-fA-F]{4,16}>"
    r"|<(?:function|bound method|generator object|coroutine object|class|module) [^>\n]{1,120}>"
    r"|\[object Object\]|\bdict_(?:keys|values|items)\(\[|\b(?:PosixPath|WindowsPath|datetime\.datetime)\((?=['\"\d])"
)
_NOTHING = r"(?:None|nan|NaN|NaT|undefined|null)"
_BARE = re.compile(rf"\s*{_NOTHING}\s*\Z")
_LABELLED = re.compile(
    r"^[ \t]*(?:[-*][ \t]+)?\**(?i:title|name|body|description|author|path|file|issue|id|url|date|branch|diff|subject|message|content|"
    rf"text|summary|question|query|input|user)\**:\**[ \t]*({_NOTHING})[ \t]*$",
    re.MULTILINE,
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    if not subject.is_rendered:
        return
    for span in sorted(_unrendered(subject)):
        shown = subject.text[span.start : span.end].strip()
        yield Hit(
            span,
            f"'{shown}' stands where a text was meant to",
            "turn the value into text, and say what to write where there is none",
        )


def _unrendered(subject: Subject) -> set[Span]:
    text = subject.text
    code = tuple(Span(it.start, it.end) for it in subject.scan.code)
    filled = {*subject.holes, *subject.data}
    found = {span for span in filled if _BARE.match(text[span.start : span.end])}
    found |= {Span(*it.span()) for it in _OBJECT.finditer(text) if not covers(code, it.start())}
    found |= {Span(*it.span(1)) for it in _LABELLED.finditer(text) if not covers(subject.shown, it.start(1))}
    return found
