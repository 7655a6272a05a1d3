"""Criterion 3, the content stands in named regions; it must not know the other criteria."""

from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.structure import Structure
from remit.judge.words import SCAFFOLD_TAGS
from remit.markup.places import Span

_ENOUGH = 3


def by_letter(text: Letter) -> Judgement:
    first: dict[str, Span] = {}
    for name, span in text.blocks:
        if name not in SCAFFOLD_TAGS:
            first.setdefault(name, span)
    return _of(first, "the whole text, for tags without attributes that open and close")


def _of(first: dict[str, Span], looked_at: str) -> Judgement:
    if not first:
        return Judgement("Fail", None, looked_at)
    names = ", ".join(list(first)[:_ENOUGH])
    return Judgement("Pass" if len(first) >= _ENOUGH else "Partial", next(iter(first.values())), f"regions {names}")


def by_structure(prompt: Structure) -> Judgement:
    return _of(prompt.regions, "the whole text, for regions with content outside payload")
