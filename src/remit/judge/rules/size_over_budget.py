"""Rule: the prompt is larger than its budget; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject

RULE = Rule(
    "size-over-budget",
    severity="medium",
    tier="advisory",
    summary="The prompt is larger than the budget that the project sets.",
    why="what does not serve the task costs money on every call, and weakens what does",
)


def check(subject: Subject, settings: RuleSettings) -> Iterator[Hit]:
    budget = settings.budget_characters
    size = len(subject.text) - sum(hole.end - hole.start for hole in subject.holes)
    if subject.is_rendered:
        size = len(subject.text)
    if budget is not None and size > budget:
        yield Hit(
            None,
            f"the prompt has {size:,} characters, {size - budget:,} over its budget of {budget:,}",
            "cut what the task does not need, or raise the budget",
        )
