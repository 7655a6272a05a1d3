"""The instructions of a prompt, word for word, in a form in which two of them can be compared; it must not know any rule."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from remit.judge.rules.subject import Subject
from remit.markup.places import Span

_NEGATION = re.compile(r"\b(?:do not|don't|never|must not|mustn't|should not|shouldn't|cannot|can't|not|no)\b\s*")
# A sentence that begins with one of these forbids, whatever verb it has.
_BANS = ("do not ", "don't ", "never ", "no ")
_BOUND = re.compile(r"\b(?:must|should|shall|always|please|you)\b\s*")
_NEGATIVE_HEAD = re.compile(
    r"\b(?:not|never|no|avoid|don't|dont|without|forbidden|prohibited|bad|wrong|incorrect|instead|anti-?patterns?|mistakes?|won't|cannot|can't)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]+(?P<heading>.*)$|^(?P<label>[^\n]{1,120}:)[ \t*_]*$", re.MULTILINE)
_AROUND = " .!;:*_-\n"
_SPACE = re.compile(r"\s+")


class Instruction(NamedTuple):
    """A sentence that asks for something: as it is written, what is left of it without its negation, and whether it had one."""

    span: Span
    words: str
    bare: str
    negated: bool
    below: str


def recurring(subject: Subject, *, least_words: int) -> Iterator[Instruction]:
    """The sentences that ask for something and seem to stand there twice, but for a negation, in the order of the text.

    Each comes with the heading or label that it stands below; those of fewer words than `least_words` are left out.
    """
    likeness = {sentence: _bare(subject.sentence_text(sentence)) for sentence in subject.sentences}
    often = Counter(likeness.values())
    candidates = [sentence for sentence, bare in likeness.items() if often[bare] > 1]
    if not candidates:
        return
    text = subject.text
    heads = [(found.start(), found["heading"] or found["label"]) for found in _HEADING.finditer(text)]
    at, below = 0, ""
    for sentence in candidates:
        said = subject.sentence_text(sentence).lstrip()
        if not (said.startswith(_BANS) or subject.structure.reading(sentence).commands):
            continue
        span = subject.place(sentence)
        while at < len(heads) and heads[at][0] < span.start:
            below = heads[at][1]
            at += 1
        written = _SPACE.sub(" ", text[span.start : span.end].lower()).strip(_AROUND)
        if len(written.split()) >= least_words:
            yield Instruction(span, written, _bare(written), _NEGATION.search(written) is not None, below)


def _bare(sentence: str) -> str:
    return _BOUND.sub("", _NEGATION.sub("", sentence)).strip(_AROUND)


def stands_below_a_ban(instruction: Instruction) -> bool:
    return _NEGATIVE_HEAD.search(instruction.below) is not None
