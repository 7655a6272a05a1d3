"""Criterion 4, a structured answer comes with a sample; it must not know the other criteria."""

import re

from remit.judge.answers import structured
from remit.judge.cues import ANSWERING
from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.lines import Shown
from remit.judge.literals import shows_values
from remit.judge.structure import Structure
from remit.judge.words import STRUCTURED_PHRASES, STRUCTURED_WORDS
from remit.markup.places import Span

_IDENTIFIER = re.compile(r"`[^\W\d]\w*`")
_EXAMPLE = re.compile(r"example(?<!\wexample):")
_EXAMPLE_TAG = re.compile(r"<example(?=[\s>])")


def by_letter(text: Letter) -> Judgement:
    cue = text.word(STRUCTURED_WORDS) or text.phrase(STRUCTURED_PHRASES)
    if cue is None:
        span = _IDENTIFIER.search(text.text)
        if span is None:
            return Judgement("N/A", None, "the whole text, for a structured-output cue")
        cue = Span(*span.span())
    example = _example(text) if "example" in text.words else None
    if example:
        return Judgement("Pass", example, "the whole text")
    return Judgement("Fail", cue, "the whole text, for an example tag or the word Example with a colon")


def _example(text: Letter) -> Span | None:
    tag = _EXAMPLE_TAG.search(text.folded)
    if tag and (end := text.folded.find(">", tag.end())) >= 0:
        return Span(tag.start(), end + 1)
    word = _EXAMPLE.search(text.folded)
    return Span(*word.span()) if word else None


_SAMPLE = re.compile(r"\b(?:like|such as|for example|e\.g\.)\W{0,3}[\[{]\s*[\"'\d]", re.IGNORECASE)
_SAMPLE_VALUE = re.compile(
    r"\{\s*[\w.]*(?:examples?|response_format|output_format|few_shots?|sample|samples|demos|format_instructions?)\w*\s*[}(]",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\b(?:examples?|samples?|e\.g|for instance|respon\w+|answers?|outputs?|repl(?:y|ies)|returns?"
    r"|produces?|emits?|shape|results?|form)\b"
)


def by_structure(prompt: Structure) -> Judgement:
    asked = structured(prompt)
    if asked is None:
        return Judgement("N/A", None, "the instructions, for a structured answer")
    for shown in prompt.shown:
        if _is_sample(prompt, shown):
            return Judgement("Pass", shown.span, "examples, literals and fences")
    sample = _SAMPLE.search(prompt.text) or _SAMPLE_VALUE.search(prompt.text)
    if sample:
        return Judgement("Pass", Span(*sample.span()), "the instructions")
    return Judgement("Fail", prompt.prose.place(*asked), "the instructions and examples, for a sample with real values")


def _is_sample(prompt: Structure, shown: Shown) -> bool:
    text = prompt.text[shown.span.start : shown.span.end]
    if shown.kind == "example":
        return shows_values(text)
    if shown.kind in ("quotation", "hunk"):
        return False
    if shown.kind == "inline" and not text.strip("` ").startswith(("{", "[")):
        return False
    if not shows_values(text):
        return False
    lead = prompt.lead_in(shown)
    lead_text = prompt.prose.text[lead.start : lead.end]
    answering = any(command.verb in ANSWERING for command in prompt.reading(lead).commands)
    return shown.contract or answering or _LEADS.search(lead_text) is not None
