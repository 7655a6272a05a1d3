"""Criterion 5, the form of the answer is fixed; it must not know the other criteria."""

import re
from collections.abc import Iterator

from remit.judge.answers import NEGATION, machine_only, structured, tail_of, text_of
from remit.judge.cues import (
    ANSWER_WORDS,
    ANSWERING,
    BANNING,
    BEGINNING,
    BINDING,
    ENCLOSING,
    FORM_NOUNS,
    KEEPING,
    LIMITING,
    MAKING,
    ONLY_WORDS,
    REPLYING,
    SHAPE_WORDS,
    TEXT_WORDS,
    UNIT_WORDS,
)
from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.prose import NOUN
from remit.judge.requests import Command
from remit.judge.structure import Structure
from remit.judge.words import CONTRACT_PHRASES
from remit.markup.places import Span

_FORM = rf"(?:{'|'.join(FORM_NOUNS)})(?![\w-])"
_COUNT = rf"(?:one|two|three|four|five|six|seven|eight|nine|ten|an?|\d[\d,]*|{NOUN}+|a few)"
_UNIT = (
    r"(?:words?|sentences?|paragraphs?|lines?|bullets?|bullet points?|characters?|rows?|pages?|tokens?"
    r"|items?|headings?|points?)(?!\w)"
)
_WORDS_BETWEEN = rf"(?:(?!(?:the|this|that|these|my|our|of|from|which)\b)[\w{NOUN}'-]+\s+){{0,5}}?"
_LIMITED = re.compile(
    rf"\b(?:in|at most|at least|no more than|not more than|up to|exactly|within|under|fewer than|less than"
    rf"|maximum of|max|only)\s+"
    rf"(?:at most\s+|exactly\s+|about\s+|up to\s+)?{_COUNT}\s+(?:[\w'-]+\s+){{0,2}}?{_UNIT}"
)
_KEPT_TO = re.compile(
    r"\b(?:keep|limit|restrict|cut|shorten|trim|hold)\b[^\n]{0,40}\bto\s+(?:at most\s+|about\s+)?"
    rf"{_COUNT}\s+(?:[\w'-]+\s+){{0,2}}?{_UNIT}"
)
_IN_FORM = re.compile(rf"\b(?:as|in|into|using|with)\s+{_WORDS_BETWEEN}{_FORM}")
_ANSWERED_IN = re.compile(
    rf"^(?:(?!(?:to|below|above)\b)[\w{NOUN}'-]+\s+){{0,4}}?(?:(?:with|as|using|by|only|exactly)(?!\w)"
    rf"|in\s+(?!(?:the\s+(?!past|present|future|form|following)|my|our|this|a\s+way)))"
    rf"|^(?:yes|no|only|just|either|{NOUN})"
)
_MADE_FORM = re.compile(
    rf"^(?:(?:only|just|exactly|nothing but)\s+)?(?:an?|{_COUNT}|valid|only|markdown|json"
    rf"|your)\s+{_WORDS_BETWEEN}{_FORM}|^(?:valid\s+|strict\s+|plain\s+|raw\s+)*(?:json|yaml|csv|xml|html"
    rf"|markdown|text)(?![\w-])(?!\s+(?:pars|schema|file|librar))"
)
_ONLY = re.compile(r"^(?:only|just|nothing|exactly|solely|back only)\b")
_USED_FORM = re.compile(rf"(?:[\w-]+\s+){{0,2}}?{_FORM}(?!\s+(?:of|from|in|below|above)\b)")
_LABELLED = re.compile(
    rf"\s*(?:output|response|answer|reply|format|result)(?:\s+format)?:\s+(?:[\w{NOUN}'-]+\s+){{0,4}}?{_FORM}"
)
_OF_OTHERS = re.compile(
    r"\b(?:why|how|what|that|which|who|whether)\b.*\b(?:should|must|can|could|will|would|returns?"
    r"|responds?|answers?|outputs?|is|are)\b"
)
_FORM_SETTING = ("use", "output", "response", "answer", "reply", "format", "result")
_PER_LINE = re.compile(
    r"\b(?:one|each)\b[^.\n]{0,40}\b(?:per|on each|on its own|to a|on a)\s+(?:\w+\s+)?(?:line|row)\b"
)
_NAMED_FORMAT = re.compile(
    rf"\b(?:(?:following|this|that|same|exact|given|one of (?:the )?(?:two"
    rf"|three))\s+(?:[\w{NOUN}/-]+\s+){{0,3}}?(?:formats?|form|shape|structure|template"
    r"|schema|layout)|output format|response format)\b(?!\s+of\b)"
)
_TEXT_NOUN = (
    r"(?:prose|markdown|apolog\w*|explanations?|commentary|preamble|introductions?|intro|praise"
    r"|code fences?|fences?|headings?|greetings?|"
    r"emojis?|disclaimers?|pleasantries|conclusions?|sign-off|closing|(?:other|extra|additional)"
    r"\s+information|(?:other|extra|additional|surrounding)\s+text|text\s+(?:around|before|"
    r"after|outside)|bullet points|bullets|html|filler|caveats?|small talk|back-?ticks)(?!\w)"
)
_BANNED = re.compile(
    rf"(?:^|[,;:(]|\band|\bor|\bwith|\bwithout(?:\s+any)?)\s*-?\s*(?:no"
    rf"|without(?:\s+any)?)\s+(?:[\w-]+\s+){{0,2}}?{_TEXT_NOUN}"
)
_FORBIDDEN = re.compile(
    r"\b(?:do\s+not|don't|never|avoid|must\s+not|should\s+not|may\s+not|refrain\s+from|omit|leave\s+out"
    r"|skip)\s+(?:\w+\s+){0,6}?"
    rf"(?:{_TEXT_NOUN}|(?:in|to|from|around|before|after|outside)\s+(?:the|your)\s+(?:\w+\s+)?(?:answer"
    rf"|reply|response|output)\b)"
)
_SUBJECT = re.compile(
    r"(?:^\W*|\b(?:the|your|each|every|an?|all)\s+(?:\w+\s+)?)(?:answers?|responses|repl(?:y|ies)|response|output|report|summary"
    r"|message|result)\s+"
    r"(?:must|should|shall|has\s+to|needs\s+to|is|are|has|have|contains?|consists?|may|will\s+be|begins?"
    r"|starts?|ends?|fits?)\b"
)
_HOLDS = re.compile(
    rf"\b(?:(?:contain|include|consist|begin|start|end|follow|match|fit|conform)s?(?:\s+(?:of|with|in|to"
    rf"|exactly|only|on))?\s+(?:\S+\s+){{0,4}}?\S|{_FORM}|{_LIMITED.pattern})"
)
_BEGINS = re.compile(r"^(?:the|your)\s+(?:answer|reply|response|output|summary|report)\s+with\b")
_NO_FORMAT = re.compile(r"\b(?:no|any|free)\s+(?:\w+\s+){0,2}(?:format|form|schema|structure)\b")
_BROUGHT = re.compile(
    r"[{$]\s*[\w.]*(?:format_instructions?|output_format|response_format|answer_format|output_schema|response_schema|json_schema|"
    r"output_instructions?|output_example|examples?_output)\w*\s*[}(\[]|\{\s*(?:\w+\.)*format(?:\.\w+)*\s*\}",
    re.IGNORECASE,
)
_MUST_USE = re.compile(r"\b(?:must|should)\s+(?:use|follow|have|be)\b")
_LIKE = re.compile(
    r"\blooks?\s+(?:just\s+|exactly\s+)?like\b|\b(?:same|following|this)\s+(?:pattern|format|style|structure)\b|\bverbatim\b"
)
_ASIDE = re.compile(rf"\((?:only\s+)?(?:return|answer|respond|reply|output|give|write)\b[^()\n]*\b{_FORM}")
_LAST_ONLY = re.compile(r"\b(?:only|nothing else)\W*\Z")
_ENCLOSED = re.compile(r"\b(?:enclosed|wrapped|surrounded|delimited|separated|numbered|prefixed)\b")
_ONE_OR_OTHER = re.compile(
    rf"(?:\b(?:1|0|true|false|yes|no)\b|{NOUN}+)\s+(?:if|when|for)\b[^\n]{{3,160}}(?:\b(?:1|0|true|false|yes|no)\b|{NOUN}+)\s+(?:if|when|for|otherwise)\b"
)
_FOLLOWS_FORM = re.compile(
    r"\b(?:follow(?:ing|s)?|use|using|in|as|to|with)\s+(?:exactly\s+)?(?:the|this|that|a|an)\s+(?:[\w-]+\s+){0,3}(?:format|shape|template|schema|layout|structure)\b"
)
_ANSWERING_WORDS = tuple(sorted(ANSWERING))
_MAKING_WORDS = tuple(sorted(MAKING))


def by_letter(text: Letter) -> Judgement:
    found = text.phrase(CONTRACT_PHRASES)
    return Judgement("Pass" if found else "Fail", found, "the whole text, for a contract cue")


def by_structure(prompt: Structure) -> Judgement:
    prose = prompt.prose
    for span in prose.contracts:
        text = prose.text[span.start : span.end]
        if any(map(str.isalnum, text)) and not _NO_FORMAT.search(text):
            return Judgement("Pass", prose.place(*span), "what is marked as the form of the answer")
    for shown in prompt.shown:
        if shown.contract:
            return Judgement("Pass", shown.span, "what is marked as the form of the answer")
    fixed = next(_fixing(prompt), None)
    if fixed:
        return Judgement("Pass", prose.place(*fixed), "the instructions")
    asked = structured(prompt)
    if asked and not _OF_OTHERS.search(text_of(prompt, asked)):
        return Judgement("Pass", prose.place(*asked), "the instructions, which ask for a structured answer")
    brought = _BROUGHT.search(prompt.text)
    if brought:
        return Judgement("Pass", Span(*brought.span()), "a value that brings the form of the answer")
    return Judgement("Fail", None, "the instructions, for the form of the answer")


def _fixing(prompt: Structure) -> Iterator[Span]:
    """The sentences that fix the form of the answer."""
    prose = prompt.prose
    for sentence in prose.holding(REPLYING):
        if any(it.verb in REPLYING and _ANSWERED_IN.search(tail) for it, tail in _tails(prompt, sentence)):
            yield sentence
    for sentence in prose.holding(ONLY_WORDS, beside=_ANSWERING_WORDS):
        if any(it.verb in ANSWERING and _ONLY.match(tail) for it, tail in _tails(prompt, sentence)):
            yield sentence
    for sentence in prose.holding(FORM_NOUNS, beside=_MAKING_WORDS):
        if any(it.verb in MAKING and _gives_form(tail) for it, tail in _tails(prompt, sentence)):
            yield sentence
    for sentence in prose.holding(FORM_NOUNS, beside=_FORM_SETTING):
        text = text_of(prompt, sentence)
        if _LABELLED.match(text) or any(
            it.verb == "use" and _USED_FORM.match(tail) for it, tail in _tails(prompt, sentence)
        ):
            yield sentence
    for sentence in prose.holding(KEEPING, beside=UNIT_WORDS):
        if _KEPT_TO.search(text_of(prompt, sentence)) and prompt.reading(sentence).commands:
            yield sentence
    for sentence in prose.holding(UNIT_WORDS, beside=LIMITING):
        if _LIMITED.search(text_of(prompt, sentence)) and any(
            _LIMITED.search(tail) for _, tail in _tails(prompt, sentence)
        ):
            yield sentence
    for sentence in prose.holding(SHAPE_WORDS):
        text = text_of(prompt, sentence)
        named = _NAMED_FORMAT.search(text) or _FOLLOWS_FORM.search(text)
        if named and (prompt.reading(sentence).commands or _MUST_USE.search(text)):
            yield sentence
    for sentence in prose.holding(ENCLOSING, beside=_MAKING_WORDS):
        if any(it.verb in MAKING and _ENCLOSED.search(tail) for it, tail in _tails(prompt, sentence)):
            yield sentence
    for sentence in prose.holding(
        ("if", "when", "for"), beside=("1", "0", "true", "false", "yes", "no", "otherwise", "only")
    ):
        if _ONE_OR_OTHER.search(text_of(prompt, sentence)):
            yield sentence
    for sentence in prose.holding(
        ("like", "same", "this", "verbatim", "only", "nothing", *REPLYING, *_ANSWERING_WORDS)
    ):
        text = text_of(prompt, sentence)
        answers = any(it.verb in MAKING for it, _ in _tails(prompt, sentence))
        if _ASIDE.search(text) or (answers and (_LAST_ONLY.search(text) or _LIKE.search(text))):
            yield sentence
        if _SUBJECT.search(text) and _LIKE.search(text):
            yield sentence
    only = machine_only(prompt)
    if only:
        yield only
    for sentence in prose.holding(ANSWER_WORDS, beside=BEGINNING):
        if any(it.verb in BEGINNING and _BEGINS.match(tail) for it, tail in _tails(prompt, sentence)):
            yield sentence
    for sentence in prose.holding((*TEXT_WORDS, *ANSWER_WORDS), beside=BANNING):
        text = text_of(prompt, sentence)
        if _BANNED.search(text) or _FORBIDDEN.search(text):
            yield sentence
    for sentence in prose.holding(ANSWER_WORDS, beside=BINDING):
        text = text_of(prompt, sentence)
        subject = _SUBJECT.search(text)
        if subject and not NEGATION.search(text, 0, subject.start()) and _HOLDS.search(text, subject.end()):
            yield sentence


def _tails(prompt: Structure, sentence: Span) -> Iterator[tuple[Command, str]]:
    reading = prompt.reading(sentence)
    for command in reading.commands:
        yield command, tail_of(reading, command)


def _gives_form(tail: str) -> bool:
    if _MADE_FORM.match(tail) or _PER_LINE.search(tail):
        return True
    form = _IN_FORM.search(tail)
    return form is not None and not _OF_OTHERS.search(tail, 0, form.start())
