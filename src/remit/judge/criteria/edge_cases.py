"""Criterion 8, edge cases are named; it must not know the other criteria."""

import re
from collections.abc import Iterator
from itertools import islice

from remit.judge.answers import text_of
from remit.judge.cues import CONDITIONS, EXCEPTIONS, FIXED_CUES, LEAVES, NOMINAL_CUES
from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.prose import NOUN
from remit.judge.requests import Reading
from remit.judge.structure import Structure
from remit.judge.verbs import listed
from remit.judge.words import EDGE_PHRASES, EDGE_WORDS
from remit.markup.places import Span

_IF = re.compile(r"if\s+(?:(?:empty|missing|truncated|unclear)\b|no\s+\w)")
_WHEN = re.compile(r"when\s+the\s+\w+\s+(?:is\s+not|cannot|fails)\b")
_CONDITIONS_OF_A_SENTENCE = 6
_RUNS = re.compile(
    r"\b(?:this|the)\s+(?:prompt|agent|skill|command|workflow|job|hook|bot)\b[^.\n]{0,20}\b(?:runs?"
    r"|starts?|is\s+(?:run|called|invoked|triggered|used|started))\b"
    r"|\byou\s+(?:are|will\s+be|get)\s+(?:called|invoked|run|started|triggered|woken)\b"
    r"|\b(?:run|use|invoke|call|trigger)\s+this\s+(?:prompt|agent|skill|command|workflow)\b"
)
_FIXED = re.compile(
    r"\bif\s+(?:empty|missing|truncated|unclear|no\s+\w+)|\bwhen\s+the\s+\w+\s+(?:is\s+not|cannot"
    r"|fails)\b|\botherwise,|\bin\s+case\s+of\b"
    r"|\bin\s+(?:this|that|such|which)\s+(?:a\s+)?cases?,|\b(?:refuse|decline|abstain)\b[^\n]{0,40}\bif\b"
    r"|\b(?:say|state|answer|reply|respond|output|return|write|use)\b[^\n]{0,60}\bif\b[^\n]{0,80}\b(?:no|not|none|cannot|unknown|missing|don't|isn't|can't|doesn't)\b"
    r"|\bedge[\s-]cases?\b|\bbecause\b[^\n]{0,60}\b(?:empty|missing|unavailable|not\s+provided)\b"
    r"|\bfallback\b|\b(?:do\s+not|don't|never)\s+assume\b"
)
_ELSE = re.compile(rf"(?:\bif\b|[,;:])[^\n]*\botherwise\s+(?:the\s+)?(?:false|no|0|null|none|nothing|empty|{NOUN}|\d)")
_EMBEDS = re.compile(r"\b(?:what|why|how|whether|that|which|who)\b[^,;:]*$|\b(?:cases?|situations?|scenarios?|for)\s+$")
_DENIED = re.compile(r"\b(?:no|not|without|never|nor)\s+(?:\w+\s+){0,2}$")
_CONDITION = re.compile(r"\b(?:if|when|whenever|where|wherever|unless|in\s+case|should|once|while)\b")
# These are exceptions only with the word beside them: "more than", "in use", "don't".
_NOT_ALONE = listed("can use more fewer less topic doesn don isn aren wasn weren hasn haven couldn")
_EXCEPTIONAL = re.compile(
    rf"\b(?:{'|'.join(sorted(set(EXCEPTIONS) - _NOT_ALONE))}"
    r"|(?:doesn|don|isn|aren|wasn|weren|hasn|haven|couldn|can)'t|in\s+use|off[\s-]topic|(?:more|fewer"
    r"|less)\s+than)\b"
)
_EXCEPTIONAL_THING = re.compile(
    r"^(?:(?:any|all|the|each|every|a|an|as|rows?|lines?|entries|values?|items?|files?|fields?|with|that"
    r"|are|is)\s+){0,4}"
    r"(?:empty|missing|malformed|invalid|unknown|unreadable|duplicates?|blank|incomplete|corrupt\w*"
    r"|illegible|unclear|ambiguous)\b"
)
_CONSEQUENCE = re.compile(r"[,:]\s|\sthen\s")
_LABELLED = re.compile(
    r"\W*(?:[\w'-]+\s+){0,3}?(?:empty|missing|malformed|invalid|unknown|unreadable|duplicates?|blank|incomplete|corrupt\w*|illegible|"
    r"unclear|ambiguous|truncated|errors?|failures?|ties?)(?:\s+[\w'-]+){0,3}:\s"
)
_NOMINAL = re.compile(
    r"^\W*(?:for|on|upon|with|without|given|in\s+the\s+absence\s+of|absent|failing|(?:when\s+"
    r"|if\s+)?in\s+doubt)\b[^,:]{0,60}[,:]\s"
)
_OPENS = re.compile(r"^\W*(?:(?:but|and|or|so|also|then|finally|only|even|[a-z]+:)\W+)*$")
_OBLIGES = re.compile(
    r"\b(?:must|should|may|can|shall|needs?\s+to|has\s+to|is\s+(?:refused|rejected|accepted|left|written)"
    r"|counts?\s+as|the\s+(?:answer|reply|output)\s+is)\b"
)
_SPEAKS_OF = listed("""
    explain describe document see test find fix reproduce investigate discuss ask show know check determine decide verify tell
    identify list debug diagnose detect handle name report count summarize summarise say
    """)


def by_letter(text: Letter) -> Judgement:
    found = text.phrase(EDGE_PHRASES) or text.word(EDGE_WORDS)
    if found is None and "if" in text.words:
        found = _whole(_IF, text)
    if found is None and "when" in text.words:
        found = _whole(_WHEN, text)
    return Judgement("Pass" if found else "Fail", found, "the whole text, for an edge-case cue")


def _whole(pattern: re.Pattern[str], text: Letter) -> Span | None:
    """The first match that begins with a whole word; the pattern itself begins with a letter so that it is found fast."""
    for found in pattern.finditer(text.folded):
        before = text.folded[found.start() - 1 : found.start()]
        if not (before.isalnum() or before == "_"):
            return Span(*found.span())
    return None


def by_structure(prompt: Structure) -> Judgement:
    prose = prompt.prose
    for sentence in _candidates(prompt):
        if not _RUNS.search(text_of(prompt, sentence)):
            return Judgement("Pass", prose.place(*sentence), "the instructions")
    return Judgement("Fail", None, "the instructions, for an exceptional condition and what to do then")


def _candidates(prompt: Structure) -> Iterator[Span]:
    """The sentences that join an exceptional condition to what is to be done then."""
    prose = prompt.prose
    for sentence in prose.holding(CONDITIONS, beside=EXCEPTIONS):
        if _is_conditional(prompt, sentence):
            yield sentence
    for sentence in prose.holding(FIXED_CUES):
        text = text_of(prompt, sentence)
        fixed = _FIXED.search(text)
        if fixed and not _EMBEDS.search(text[: fixed.start()]) and not _DENIED.search(text[: fixed.start()]):
            yield sentence
    for sentence in prose.holding(("else", "otherwise")):
        if _branches(prompt.reading(sentence)) or _ELSE.search(text_of(prompt, sentence)):
            yield sentence
    for sentence in prose.holding(LEAVES, beside=EXCEPTIONS):
        if _leaves_out(prompt.reading(sentence)):
            yield sentence
    for sentence in prose.holding(EXCEPTIONS):
        text = text_of(prompt, sentence)
        if ":" in text and _LABELLED.match(text) and prompt.reading(sentence).commands:
            yield sentence
    for sentence in prose.holding(NOMINAL_CUES, beside=EXCEPTIONS):
        nominal = _NOMINAL.match(text_of(prompt, sentence))
        if nominal and _EXCEPTIONAL.search(nominal[0]) and prompt.reading(sentence).commands:
            yield sentence


def _is_conditional(prompt: Structure, sentence: Span) -> bool:
    text = text_of(prompt, sentence)
    return any(
        _is_exception(prompt, sentence, text, condition)
        for condition in islice(_CONDITION.finditer(text), _CONDITIONS_OF_A_SENTENCE)
        if not (condition[0] == "should" and condition.start() > 3)
    )


def _branches(reading: Reading) -> bool:
    """Whether a command follows "else" or "otherwise"."""
    return any(
        not {"else", "otherwise"}.isdisjoint(reading.words[max(0, command.at - 2) : command.at])
        for command in reading.commands
    )


def _leaves_out(reading: Reading) -> bool:
    return any(
        command.verb in LEAVES and _EXCEPTIONAL_THING.match(" ".join(reading.after(command)))
        for command in reading.commands
    )


def _is_exception(prompt: Structure, sentence: Span, text: str, condition: re.Match[str]) -> bool:
    before, after = text[: condition.start()], text[condition.end() :]
    exceptional = condition[0] == "unless" or _EXCEPTIONAL.search(_condition_text(after)) is not None
    if not exceptional or _EMBEDS.search(before):
        return False
    if _OPENS.match(before) and text.rstrip().endswith(":"):
        return True
    reading = prompt.reading(sentence)
    word = len(before.split())
    following = [command for command in reading.commands if command.at > word]
    if _OPENS.match(before) or following:
        rest = after[len(_condition_text(after)) :]
        stated = prompt.prose.in_contract(sentence.start + condition.start()) and any(map(str.isalpha, rest))
        return bool(following) or stated or _OBLIGES.search(rest) is not None
    leading = [command for command in reading.commands if command.at < word]
    if condition[0] == "unless":
        return bool(leading) or (not before.strip() and "," in after)
    return bool(leading) and leading[-1].verb not in _SPEAKS_OF


def _condition_text(after: str) -> str:
    """What is said of a condition up to the clause that follows it."""
    return _CONSEQUENCE.split(after, maxsplit=1)[0]
