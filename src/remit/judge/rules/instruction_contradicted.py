"""Rule: an instruction and its opposite stand in one prompt; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.instructions import Instruction, recurring, stands_below_a_ban
from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "instruction-contradicted",
    severity="medium",
    tier="advisory",
    summary="An instruction and its opposite stand in one prompt, word for word.",
    why="whichever the model follows, it goes against the prompt",
)
_LEAST_WORDS = 3


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    first: dict[str, Instruction] = {}
    for each in recurring(subject, least_words=_LEAST_WORDS):
        if stands_below_a_ban(each):
            continue
        before = first.setdefault(each.bare, each)
        if before.negated != each.negated:
            line = subject.line_of(before.span.start)
            yield Hit(
                each.span,
                f"line {line} of the prompt says the opposite, word for word",
                "delete one of the two, or say when each of them holds",
            )
