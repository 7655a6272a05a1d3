"""What a prompt says of its answer: its format, its fields, and whether a machine alone reads it; it must not know criteria."""

import re

from remit.judge.cues import ANSWERING, FIELD_WORDS, MACHINE_FORMATS, MAKING, ONE_TOKEN, PROSE_WORDS
from remit.judge.prose import NOUN
from remit.judge.requests import Command, Reading
from remit.judge.structure import Structure
from remit.markup.places import Span

NEGATION = re.compile(r"\b(?:not|never|don't|doesn't|needn't|isn't|aren't|without|avoid|no need|nor|neither)\b|\bno\b")

_FORMATS = "|".join(MACHINE_FORMATS)
_FORMAT = re.compile(rf"(?<![\w./-])(?:{_FORMATS})(?![\w/]|\.\w|\s+path)")
_ADJECTIVES = (
    r"(?:(?:an?|one|two|three|only|just|the|valid|single|strict|pure|raw|plain|compact|minified|flat|nested|well-formed|proper|"
    r"following|small|short|complete|new|bare|nothing|but|exactly|parseable|machine-readable|structured)\s+)*"
)
_AS_FORMAT = re.compile(rf"\b(?:as|in|into|to|with|using|be|is|are)\s+{_ADJECTIVES}(?:{_FORMATS})(?![\w/-]|\.\w)")
_MADE_FORMAT = re.compile(
    rf"^{_ADJECTIVES}(?:{_FORMATS})\s+(?:objects?|arrays?|documents?|lists?|lines?|records?|files?|table)\b"
)
_OF_GIVEN = re.compile(
    r"(?:\bfrom|\bof the|\bof this|\bthat|\bwhich|\bthis|\bfor the|\bin the|\bthese|\bif)\s+(?:\w+\s+){0,2}$"
)
_SUBJECT = re.compile(
    r"(?:^\W*|\b(?:the|your|each|every)\s+(?:\w+\s+)?)(?:answers?|responses?|reply|output|results?|format)\b"
)
_SAME = re.compile(r"\bsame\s+(?:json\s+)?(?:format|structure|schema|keys)\s+as\b")
_MAKING_IT = re.compile(
    r"\byou\s+(?:will\s+be|are|must\s+be)\s+(?:generating|returning|producing|writing|creating|outputting|providing)\b"
)
NAMED_FIELDS = re.compile(
    rf"\b(?:keys?|fields?|columns?|properties|attributes|sections?|headings?|headers?)\b(?<!key)(?<!field)(?<!column)(?<!section)"
    rf"(?::|,|\s+(?:are|is|named|called|for|exactly|only|below|in this order|and|-))*[\s:({NOUN}]*"
    rf"(?:{NOUN}|[a-z_][\w-]*(?:,|\s+and\b|\s+or\b))"
    rf"|\b(?:keys?|fields?|columns?|sections?)\s+(?:(?:named|called)\s+)?[\s:({NOUN}]*{NOUN}"
    r"|\b(?:(?:these|following)\s+(?:\w+\s+)?(?:keys|fields|columns|properties|sections)|(?:keys|fields|columns|properties|sections)\s*:\s*$)"
)
_PROSE_BAN = re.compile(
    r"\b(?:no|without(?: any)?)\s+(?:\w+\s+){0,2}?(?:prose|text|words|explanations?|commentary|markdown|preamble)\b"
)
_ONE_TOKEN = re.compile(
    rf"\b(?:only|just|simply|exactly|nothing but|single)\b[^\n.]{{0,40}}\b(?:letters?|numbers?|digits?"
    rf"|integers?|words?|labels?|score|index|yes|no|"
    rf"true|false|id|ids|name|token)\b|\b(?:answer|respond|reply)\s+(?:with\s+)?(?:only\s+)?(?:yes|no|true|{NOUN}+)\s+or\s+(?:yes|no|false|{NOUN}+)"
)
_ONLY = re.compile(r"\b(?:only|nothing but|nothing else|exclusively|solely|just|alone|and no more)\b")


def text_of(prompt: Structure, sentence: Span) -> str:
    return prompt.prose.text[sentence.start : sentence.end]


def tail_of(reading: Reading, command: Command) -> str:
    """The words after a command, as one string."""
    return " ".join(reading.after(command))


def structured(prompt: Structure) -> Span | None:
    """The sentence that asks for a structured answer, in offsets of the prose; the place of a literal where that asks."""
    prose = prompt.prose
    for sentence in prose.holding((*MACHINE_FORMATS, *FIELD_WORDS)):
        if _asks_structured(prompt, sentence):
            return sentence
    for shown in prompt.shown:
        if shown.kind in ("literal", "fence") and _is_object(prompt, shown.span):
            lead = prompt.lead_in(shown)
            found = prompt.reading(lead)
            if shown.contract or any(command.verb in ANSWERING for command in found.commands):
                return lead
    return None


def machine_only(prompt: Structure) -> Span | None:
    """The sentence that allows a machine-readable answer alone."""
    for sentence in prompt.prose.holding(ONE_TOKEN):
        reading = prompt.reading(sentence)
        if any(
            command.verb in ANSWERING and _ONE_TOKEN.search(" ".join(reading.words[max(0, command.at - 1) :]))
            for command in reading.commands
        ):
            return sentence
    asked = [s for s in prompt.prose.holding(MACHINE_FORMATS) if asks_format(prompt, s)]
    for sentence in asked:
        if _ONLY.search(text_of(prompt, sentence)):
            return sentence
    if asked:
        for sentence in prompt.prose.holding(PROSE_WORDS):
            if _PROSE_BAN.search(text_of(prompt, sentence)) or "nothing else" in text_of(prompt, sentence):
                return sentence
    return None


def asks_format(prompt: Structure, sentence: Span) -> bool:
    """Whether a sentence asks for an answer in a machine's format."""
    text = text_of(prompt, sentence)
    found = _FORMAT.search(text)
    if not found or _SAME.search(text):
        return False
    if prompt.prose.in_contract(sentence.start + found.start()):
        return not NEGATION.search(text, 0, found.start()) or bool(_ONLY.search(text))
    reading = prompt.reading(sentence)
    for command in reading.commands:
        tail = tail_of(reading, command)
        here = _FORMAT.search(tail)
        if not here:
            continue
        if command.verb in ANSWERING and not _OF_GIVEN.search(tail[: here.start()]):
            return True
        if command.verb in MAKING and _MADE_FORMAT.match(tail):
            return True
        given = _AS_FORMAT.search(tail)
        if given and not _names_a_thing(tail, given.end()):
            return True
    making = _MAKING_IT.search(text)
    if making and _FORMAT.search(text, making.end()):
        return True
    subject = _SUBJECT.search(text)
    if subject and _AS_FORMAT.search(text, subject.end()):
        return not NEGATION.search(text, subject.end())
    return reading.words[:1] == ["only"] or bool(
        re.match(rf"{_ADJECTIVES}(?:{_FORMATS})\b(?: only)?\W*$", text.strip())
    )


def asks_fields(prompt: Structure, sentence: Span) -> Span | None:
    """Where a sentence names the fields of the answer, in offsets of the prose."""
    text = text_of(prompt, sentence)
    found = NAMED_FIELDS.search(text)
    if not found or NEGATION.search(text, 0, found.start()):
        return None
    reading = prompt.reading(sentence)
    of_answer = prompt.prose.in_contract(sentence.start + found.start()) or any(
        command.verb in MAKING for command in reading.commands
    )
    if of_answer or _HAS_FIELDS.search(text):
        return Span(sentence.start + found.start(), sentence.start + found.end())
    return None


_HAS_FIELDS = re.compile(
    r"\b(?:the|your|each|every|an?|valid|single|following)\s+(?:\w+\s+){0,2}?(?:answer|response|reply|output|result|object|json|csv|yaml|table|row|record|report|list|entry|item|line|finding)\s+"
    r"(?:has|have|with|must have|must contain|contains?|consists? of|needs|holds?|should have|should contain|includes?|must include)\b"
)


def _asks_structured(prompt: Structure, sentence: Span) -> bool:
    if asks_format(prompt, sentence):
        return True
    text = text_of(prompt, sentence)
    return "section" not in text and "heading" not in text and asks_fields(prompt, sentence) is not None


def _names_a_thing(text: str, end: int) -> bool:
    """Whether a format word only qualifies the noun after it, as in "in JSON parsing"."""
    return (
        re.match(
            r"\s+(?:pars\w+|files?|results?|path|paths|data|input|values?|strings?|query|queries|schema|librar\w+|decod\w+|encod\w+|support|handling|config\w*)\b",
            text[end:],
        )
        is not None
    )


def _is_object(prompt: Structure, span: Span) -> bool:
    return _OBJECT.search(prompt.text, span.start, min(span.end, span.start + 400)) is not None


_OBJECT = re.compile(r"[{\[]\s*(?:[\"'{]|\w+\s*:)")
