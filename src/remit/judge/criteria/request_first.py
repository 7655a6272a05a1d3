"""Criterion 1, the request leads; it must not know the other criteria."""

import re

from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.requests import is_label
from remit.judge.structure import Structure
from remit.judge.words import IMPERATIVES
from remit.markup.places import Span

_IMPERATIVE = re.compile(rf"\b(?:{'|'.join(IMPERATIVES)})\b")
_LETTER = re.compile(r"[^\W\d_]")


def by_letter(text: Letter) -> Judgement:
    for number, sentence in enumerate(text.lead.sentences(), 1):
        if number > 3:
            break
        found = _IMPERATIVE.search(text.lead.text, sentence.start, sentence.end)
        if found:
            return Judgement("Pass" if number == 1 else "Partial", text.lead.origin(found.span()), f"sentence {number}")
    return Judgement("Fail", None, "the first three sentences outside tagged blocks, for one of the ten imperatives")


def by_structure(prompt: Structure) -> Judgement:
    prose = prompt.prose
    number, continued = 0, False
    for sentence in prose.sentences():
        text = prose.text[sentence.start : sentence.end]
        if not _LETTER.search(text):
            continue
        reading = prompt.reading(sentence)
        if not reading.asks and _is_only_label(text):
            continue
        number += not continued
        if number > 3:
            break
        if reading.asks:
            return Judgement("Pass" if number == 1 else "Partial", _evidence(prompt, sentence), f"sentence {number}")
        continued = text.rstrip().endswith(";")
    unknown = "" if prose.known else ", whose language is not known here"
    return Judgement("Fail", None, f"the first three sentences of the instructions{unknown}, for a request")


def _evidence(prompt: Structure, sentence: Span) -> Span:
    text = prompt.prose.text[sentence.start : sentence.end]
    commands = prompt.reading(sentence).commands
    verb = re.search(rf"(?<!\w){re.escape(commands[0].verb)}(?!\w)", text) if commands else None
    start, end = verb.span() if verb else (0, len(text.rstrip()))
    return prompt.prose.place(sentence.start + start, sentence.start + end)


def _is_only_label(text: str) -> bool:
    head, colon, rest = text.partition(":")
    return bool(colon) and not _LETTER.search(rest) and is_label(head.split())
