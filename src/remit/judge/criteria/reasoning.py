"""Criterion 7, a judgement that is asked for has room to reason; it must not know the other criteria."""

import re
from itertools import islice

from remit.judge.answers import NEGATION, machine_only, tail_of, text_of
from remit.judge.cues import DECISION_CUES, SCAFFOLD_CUES
from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.requests import Reading
from remit.judge.structure import Structure
from remit.judge.verbs import DECISIONS as DECISION_VERBS
from remit.judge.verbs import listed
from remit.judge.words import DECISIONS, SCAFFOLD_PHRASES
from remit.markup.places import Span

# The request, and what else is asked for in the same breath.
_LEADING = 3
_ACTS = listed("ask check consider confirm discover explain note report show test see")
_ATTITUDES = listed("prioritise prioritize pick determine choose select recommend triage vet")
_GIVING = listed(
    "give state return provide assign issue render reach make output produce deliver pronounce pass announce want"
)
_JUDGEMENT_NOUN = re.compile(
    r"^(?:(?!of\b|on\b|from\b|about\b)[\w-]+\s+){0,4}(?:verdict|decision|rating|ranking|judge?ment"
    r"|recommendation|grade|score)\b"
)
_WHETHER = re.compile(r"^(?:\w+\s+){0,2}whether\b")
_PASSIVE = re.compile(
    r"\b(?:must|should|is to|are to|needs? to|has to|have to) be (?:classified|categori[sz]ed|rated"
    r"|ranked|scored|graded|judged|approved|assessed|evaluated)\b"
)
_WHICH_BETTER = re.compile(
    r"\bwhich\b.{0,60}\b(?:better|best|worse|worst|should)\b|\bwhich of the (?:two|three|four|following)\b"
)
_CONDITION = re.compile(r"\s*(?:-\s*)?(?:if|when|unless|where|in cases?|should)\b")

_SCAFFOLD = re.compile(
    r"\b(?:reasons?|reasoning|rationales?|justif\w+|explanations?|thought process|thoughts|chain of thought)\b(?!-)"
    r"|\bexplain\b|\bdeep breath\b|\b(?:carefully|thoroughly|step by step)\b|\banaly[sz]e\b[^\n]{0,80}\b(?:first|before|then)\b"
    r"|\b(?:follow|following|these)\s+(?:\w+\s+)?steps\b|\bbegin\s+(?:by|with)\b"
    r"|\b(?:think|reason|work|go|walk|proceed|consider|analy[sz]e|deliberate"
    r"|weigh)\b[^\n]{0,60}\bstep[\s-]+by[\s-]+step\b"
    r"|\bchain[\s-]+of[\s-]+thought\b"
    r"|\breason(?:ing)?\s+(?:first|through|about|carefully|aloud|out\s+loud|before|in|it|step|over)\b"
    r"|\bthink\s+(?:first|through|carefully|hard|deeply|aloud|out\s+loud|before|about|it|this|them|in|over)\b"
    r"|\b(?:your|the|any|with|of)\s+(?:\w+\s+)?(?:reasoning|rationale|thought\s+process|justification|reasons)\b"
    r"|\b(?:explain|say|state|show|give|tell\s+\w+)\s+(?:\w+\s+)?why\b"
    r"|\bjustify\b|\bshow\s+(?:all\s+)?your\s+work\b|\bweigh(?:ing)?\b"
    r"|\bbefore\s+(?:you\s+)?(?:decid|choos|answer|judg|rank|rat|conclud|classif|scor|pick|select|approv|commit)\w*"
)
_REASON_KEY = re.compile(
    r"[\"']?\w*(?:reason|explanation|thought|analysis|rationale|justification|evidence)\w*[\"']?\s*:", re.IGNORECASE
)


def by_letter(text: Letter) -> Judgement:
    decision = text.word(DECISIONS)
    if decision is None:
        return Judgement("N/A", None, "the whole text, for a decision word")
    scaffold = text.phrase(SCAFFOLD_PHRASES)
    if scaffold:
        return Judgement("Pass", scaffold, "the whole text")
    return Judgement("Fail", decision, "the whole text, for a reasoning scaffold")


def by_structure(prompt: Structure) -> Judgement:
    decision = _decision(prompt)
    if decision is None:
        return Judgement("N/A", None, "the instructions, for a choice or judgement that is asked for")
    scaffold = _scaffold(prompt)
    if scaffold:
        return Judgement("Pass", scaffold, "the instructions")
    only = machine_only(prompt)
    if only:
        return Judgement(
            "N/A", prompt.prose.place(*only), "the instructions, which allow a machine-readable answer alone"
        )
    return Judgement(
        "Fail", prompt.prose.place(*decision), "the instructions, for reasoning that is asked for or a scaffold"
    )


def _decision(prompt: Structure) -> Span | None:
    """A judgement that is the answer: it is asked for at once, or where the form of the answer is fixed."""
    lead: list[Span] | None = None
    for sentence in prompt.prose.holding(DECISION_CUES):
        if lead is None:
            lead = list(islice((it for it in prompt.prose.sentences() if prompt.reading(it).asks), _LEADING))
        text = text_of(prompt, sentence)
        of_answer = sentence in lead or prompt.prose.in_contract(sentence.start)
        if not _CONDITION.match(text) and _asks_judgement(
            prompt.reading(sentence), text, of_answer=of_answer, opens=sentence in lead[:1]
        ):
            return sentence
    return None


def _asks_judgement(reading: Reading, text: str, *, of_answer: bool, opens: bool) -> bool:
    for command in reading.commands:
        tail = tail_of(reading, command)
        if of_answer and command.verb in DECISION_VERBS and (opens or command.verb not in _ATTITUDES):
            return True
        if of_answer and command.verb not in _ACTS and (_WHETHER.match(tail) or _WHICH_BETTER.match(tail)):
            return True
        if command.verb in _GIVING and _JUDGEMENT_NOUN.match(tail):
            return True
    if not of_answer:
        return False
    if reading.is_question and (reading.words[0] == "should" or _WHICH_BETTER.match(text.strip())):
        return True
    passive = _PASSIVE.search(text)
    return passive is not None and not NEGATION.search(text, 0, passive.start())


def _scaffold(prompt: Structure) -> Span | None:
    prose = prompt.prose
    for tag in prompt.scaffolds:
        position = prose.position(tag.start)
        sentence = prose.sentence(position)
        if not NEGATION.search(prose.text, sentence.start, max(sentence.start, position)):
            return tag
    for sentence in prose.holding(SCAFFOLD_CUES):
        found = _SCAFFOLD.search(prose.text, sentence.start, sentence.end)
        if found and prompt.reading(sentence).asks and not NEGATION.search(prose.text, sentence.start, found.start()):
            return prose.place(*found.span())
    for shown in prompt.shown:
        if shown.kind in ("literal", "fence", "example", "inline"):
            key = _REASON_KEY.search(prompt.text, shown.span.start, shown.span.end)
            if key:
                return Span(*key.span())
    return None
