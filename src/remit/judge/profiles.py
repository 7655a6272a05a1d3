"""The two profiles as data: how each reads a text, and which judge has which criterion; it must not know what a judge looks for."""

from collections.abc import Callable
from dataclasses import replace

from remit.judge.criteria import (
    contract,
    edge_cases,
    examples,
    placement,
    reasoning,
    regions,
    request_first,
    specific,
)
from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.structure import Structure
from remit.model.scores import CriterionScore

_CRITERIA = (request_first, specific, regions, examples, contract, placement, reasoning, edge_cases)

LETTER_JUDGES: tuple[Callable[[Letter], Judgement], ...] = tuple(criterion.by_letter for criterion in _CRITERIA)
STRUCTURE_JUDGES: tuple[Callable[[Structure], Judgement], ...] = tuple(it.by_structure for it in _CRITERIA)


def judge_letter(text: str) -> tuple[CriterionScore, ...]:
    """The verdicts of the standard's letter, on the whole text."""
    reading = Letter(text)
    return _scores([judge(reading) for judge in LETTER_JUDGES])


def judge_structure(reading: Structure) -> tuple[CriterionScore, ...]:
    """The verdicts on instructions as instructions, and on payload by its place."""
    judgements = [judge(reading) for judge in STRUCTURE_JUDGES]
    if reading.margin is not None:
        judgements = [replace(it, evidence=reading.original(it.evidence)) if it.evidence else it for it in judgements]
    return _scores(judgements)


def _scores(judgements: list[Judgement]) -> tuple[CriterionScore, ...]:
    return tuple(
        CriterionScore(number, it.verdict, it.evidence, it.looked_at) for number, it in enumerate(judgements, 1)
    )
