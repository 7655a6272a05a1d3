"""Rule: an instruction stands in the prompt twice; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.instructions import Instruction, recurring
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject, begins_between

RULE = Rule(
    "instruction-repeated",
    severity="note",
    tier="advisory",
    summary="The same instruction stands in the prompt twice, word for word.",
    why="one of the two is changed one day, and then they contradict each other",
)
_LEAST_WORDS = 7


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    first: dict[str, Instruction] = {}
    repeated: list[tuple[Instruction, Instruction]] = []
    for each in recurring(subject, least_words=_LEAST_WORDS):
        if each.words.endswith("?"):
            # A question that comes twice is material, such as two samples of one input.
            continue
        before = first.setdefault(each.words, each)
        if before is not each and not _frames(subject, before, each):
            repeated.append((before, each))
    if repeated:
        before, again = repeated[0]
        line = subject.line_of(before.span.start)
        more = f", and {len(repeated) - 1} more do the same" if len(repeated) > 1 else ""
        yield Hit(
            again.span,
            f"the same instruction stands in line {line} of the prompt already{more}",
            "keep the one that stands where it is needed, so that the two cannot drift apart",
        )


def _frames(subject: Subject, first: Instruction, second: Instruction) -> bool:
    """Whether material, or a value that brings it, stands between the two: then the second one is a reminder behind it."""
    gap = (first.span.end, second.span.start)
    return begins_between(subject.holes, *gap) or begins_between(subject.data, *gap)
