"""Criterion 2, the answer is specified; it must not know the other criteria."""

import re

from remit.judge.answers import asks_fields, asks_format, tail_of
from remit.judge.cues import (
    ANSWERING,
    ARTIFACT_NOUNS,
    FIELD_CUES,
    JUDGING,
    MACHINE_FORMATS,
    MAKING,
    OBLIGING,
)
from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.prose import NOUN
from remit.judge.structure import Structure
from remit.judge.verbs import listed
from remit.judge.words import ARTIFACTS, SCHEMA_PHRASES, SUCCESS_PHRASES, SUCCESS_WORDS
from remit.markup.places import Span
from remit.model.scores import Verdict

_VERDICTS: tuple[Verdict, ...] = ("Fail", "Fail", "Partial", "Pass")
_CREATING = ANSWERING | listed(
    "write generate create draft prepare make compose build draw compile want develop design"
)
_CREATING_OR_FORMAT = (*sorted(_CREATING), *MACHINE_FORMATS, "as", "into")
_NOUNS = "|".join(ARTIFACT_NOUNS)
_MADE = re.compile(
    rf"^(?:(?!(?:of|from|that|which|in|on|for|below|above|to|about|what|how|why|through|with)\b)[\w{NOUN}'-]+\s+){{0,6}}?(?:{_NOUNS})(?![\w-])"
)
_MADE_WITH = re.compile(rf"^(?:to\s+\S+\s+)?with\s+(?:[\w{NOUN}'-]+\s+){{0,4}}?(?:{_NOUNS})(?![\w-])")
_MADE_AS = re.compile(rf"\b(?:as|into)\s+(?:[\w{NOUN}'-]+\s+){{0,4}}?(?:{_NOUNS})(?![\w-])")
_KEY = re.compile(r"[\"'](\w[\w -]*)[\"']\s*:")
_LEADS = re.compile(r"\b(?:output|response|answer|reply|result|return|format|structure|keys|example)\b")
_WORD = re.compile(r"\w+")
_PREPOSITION = re.compile(r"\b(?:for|of|from|below|above)\b")
_MAY_OBLIGE = re.compile(r"(?:may (?:not|only)|ha(?:s|ve)|must|should|shall|needs|cannot|names)\b")
_IS = re.compile(r"\b(?:is|are|be|gets?|counts? as)\s+(?:\w+\s+)?$")
_ANSWER_NOUNS = listed(
    "answer answers response responses reply replies output outputs result results row rows line lines entry entries item items"
    " finding findings value values field fields key keys it"
) | frozenset(ARTIFACT_NOUNS)

_LOWER_CASE_IDENTIFIER = re.compile(r"`[a-z_][a-z0-9_]*`")


def by_letter(text: Letter) -> Judgement:
    span = _LOWER_CASE_IDENTIFIER.search(text.text)
    return _of(
        {
            "an artifact noun": text.word(ARTIFACTS),
            "a schema cue": text.phrase(SCHEMA_PHRASES) or (Span(*span.span()) if span else None),
            "a success cue": text.word(SUCCESS_WORDS) or text.phrase(SUCCESS_PHRASES),
        },
        "the whole text",
    )


def _of(found: dict[str, Span | None], looked_at: str) -> Judgement:
    there = [span for span in found.values() if span]
    absent = [name for name, span in found.items() if not span]
    note = f"{looked_at}, which lacks {' and '.join(absent)}" if absent else looked_at
    return Judgement(_VERDICTS[len(there)], there[0] if there else None, note)


def by_structure(prompt: Structure) -> Judgement:
    fields, names = _fields(prompt)
    return _of(
        {
            "an artifact that is asked for": _artifact(prompt),
            "named fields of the answer": fields,
            "a rule by which an answer is accepted or refused": _rule(prompt, names),
        },
        "the instructions",
    )


def _artifact(prompt: Structure) -> Span | None:
    for sentence in prompt.prose.holding(ARTIFACT_NOUNS, beside=_CREATING_OR_FORMAT):
        if asks_format(prompt, sentence):
            return prompt.prose.place(*sentence)
        reading = prompt.reading(sentence)
        for command in reading.commands:
            tail = tail_of(reading, command)
            if (command.verb in _CREATING and (_MADE.match(tail) or _MADE_WITH.match(tail))) or (
                command.verb in MAKING and _MADE_AS.search(tail)
            ):
                return prompt.prose.place(*sentence)
    return _keyed(prompt)[0]


def _keyed(prompt: Structure) -> tuple[Span | None, set[str]]:
    """A literal with quoted keys that an answer is to look like, and these keys."""
    for shown in prompt.shown:
        text = prompt.text[shown.span.start : shown.span.end]
        if shown.kind in ("literal", "fence", "inline", "code") and (keys := _KEY.findall(text)):
            lead = prompt.reading(prompt.lead_in(shown))
            lead_text = prompt.prose.text[slice(*prompt.lead_in(shown))]
            if shown.contract or any(command.verb in MAKING for command in lead.commands) or _LEADS.search(lead_text):
                return shown.span, {word for key in keys for word in _WORD.findall(key.lower())}
    return None, set()


def _fields(prompt: Structure) -> tuple[Span | None, set[str]]:
    """Where fields of the answer are named, and the words of their names."""
    place, names = _keyed(prompt)
    for sentence in prompt.prose.holding(FIELD_CUES):
        found = asks_fields(prompt, sentence)
        if found:
            place = place or prompt.prose.place(*found)
            named = prompt.prose.place(found.start, sentence.end)
            listed = prompt.text[named.start : named.end].lower()
            end = _PREPOSITION.search(listed)
            names |= set(_WORD.findall(listed[: end.start()] if end else listed))
    return place, names


def _rule(prompt: Structure, names: set[str]) -> Span | None:
    prose = prompt.prose
    for spot, sentence in prose.spots(OBLIGING):
        if _MAY_OBLIGE.match(prose.text, spot) and _is_about_answer(prose.text[sentence.start : spot], names):
            return prose.place(*sentence)
    for spot, sentence in prose.spots(JUDGING):
        subject = prose.text[sentence.start : spot]
        verb = _IS.search(subject[-40:])
        if verb and _is_about_answer(subject[: len(subject) - len(verb[0])], names):
            return prose.place(*sentence)
    return None


def _is_about_answer(subject: str, names: set[str]) -> bool:
    """Whether what stands before the verb names the answer or a part of it."""
    clause = subject.rpartition(",")[2]
    if _DENIES.search(clause):
        return False
    nouns = _ANSWER_NOUNS | names
    if not nouns.isdisjoint(_WORD.findall(clause)) or NOUN in clause:
        return True
    return "," in subject and not _DENIES.search(subject) and not nouns.isdisjoint(_WORD.findall(subject))


_DENIES = re.compile(r"\b(?:no|need not|needn't|never|do not|don't)\b")
