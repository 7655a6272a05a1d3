"""Criterion 6, long context stands before the last request; it must not know the other criteria."""

from bisect import bisect_left

from remit.judge.judgement import Judgement
from remit.judge.letter import Letter
from remit.judge.structure import Structure
from remit.judge.words import CHARACTERS_OF_A_LONG_PROMPT, IMPERATIVES
from remit.markup.places import Span

_CONTEXT_THAT_MATTERS = 2_000


def by_letter(text: Letter) -> Judgement:
    if len(text.text) < CHARACTERS_OF_A_LONG_PROMPT:
        return Judgement("N/A", None, f"the length, which is under {CHARACTERS_OF_A_LONG_PROMPT:,} characters")
    largest = max((span for _, span in text.blocks), key=lambda span: span.end - span.start, default=None)
    if largest is None:
        return Judgement("Fail", None, "the whole text, for a tagged block")
    request = text.last_word(IMPERATIVES)
    if request is None:
        return Judgement("Fail", None, "the whole text, for one of the ten imperatives")
    before = largest.end <= request.start
    return Judgement("Pass" if before else "Fail", request, "the last imperative and the largest tagged block")


def by_structure(prompt: Structure) -> Judgement:
    if len(prompt.text) < CHARACTERS_OF_A_LONG_PROMPT:
        return Judgement("N/A", None, f"the length, which is under {CHARACTERS_OF_A_LONG_PROMPT:,} characters")
    prose = prompt.prose
    context = sorted([*prompt.payload, *_runs(prompt)])
    if sum(map(_length, context)) < _CONTEXT_THAT_MATTERS:
        return Judgement("N/A", None, f"the context, which is under {_CONTEXT_THAT_MATTERS:,} characters")
    request = _request_before(prompt, len(prose.ends), 0)
    if request is None:
        return Judgement("Fail", None, "the instructions, for a request")
    last = prose.place(*prose.numbered(request))
    after = [span for span in context if span.start >= last.start]
    if sum(map(_length, after)) < _CONTEXT_THAT_MATTERS:
        return Judgement("Pass", last, "the last request and the context after it")
    return Judgement("Fail", last, "the last request, which long context follows")


def _request_before(prompt: Structure, stop: int, start: int) -> int | None:
    """The number of the last sentence before one number, and not before another, that asks for something."""
    numbers = range(stop - 1, start - 1, -1)
    return next((number for number in numbers if prompt.reading(prompt.prose.numbered(number)).asks), None)


def _length(span: Span) -> int:
    return span.end - span.start


def _runs(prompt: Structure) -> list[Span]:
    """The long stretches of prose between requests, outside what fixes the answer."""
    prose = prompt.prose
    ends = prose.ends
    runs: list[Span] = []
    first, start = 0, 0
    while len(prose.text) - start >= _CONTEXT_THAT_MATTERS:
        # Any request in the next stretch shows that it is no run; looked for from its far end, few sentences are read.
        stop = bisect_left(ends, start + _CONTEXT_THAT_MATTERS)
        request = _request_before(prompt, stop, first)
        if request is None:
            request = next((n for n in range(stop, len(ends)) if prompt.reading(prose.numbered(n)).asks), len(ends))
            end = ends[request - 1]
            if end - start >= _CONTEXT_THAT_MATTERS and not prose.in_contract(start):
                runs.append(Span(prose.origin(start), prose.origin(start) + end - start))
        if request == len(ends):
            break
        first, start = request + 1, ends[request]
    return runs
