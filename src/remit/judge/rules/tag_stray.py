"""Rule: a part of the prompt is closed and was never opened; it must not know the other rules."""

from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject
from remit.judge.rules.tags import loose, stands_alone

RULE = Rule(
    "tag-stray",
    severity="low",
    tier="advisory",
    summary="A part of the prompt is closed and was never opened.",
    why="where the part begins is left to whoever reads it",
)


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    for tag in loose(subject, subject.scan.stray, closing=True):
        if stands_alone(subject, tag) and f"<{tag.name}" not in subject.text[: tag.span.start]:
            yield Hit(
                tag.span,
                f"'</{tag.name}>' closes nothing",
                f"write '<{tag.name}>' where the part begins, or delete the tag",
            )
