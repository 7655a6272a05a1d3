"""Judge a text from outside that is data through and through: an issue, a comment, a log; it must not know tasks or sections."""

from collections.abc import Callable, Iterator

from remit.sanitize.characters import judge_characters
from remit.sanitize.commands.dangers import dangerous
from remit.sanitize.handling import Concern, flag, unless_stripped
from remit.sanitize.injection import THRESHOLD, find_phrases, score_of
from remit.sanitize.settling import Settled, settle
from remit.sanitize.structure import judge_prefixes, judge_structure, judge_variables


def settle_untrusted(text: str, changes: Callable[[Concern], bool]) -> Settled:
    """What is kept of a text that no part of Remit reads for its structure, and every concern about it."""
    settled = settle(text, _changing, changes)
    if settled.refused:
        return settled
    return settled.with_concerns([*judge_dangers(settled.text), *judge_phrases(settled.text)])


def judge_dangers(text: str) -> Iterator[Concern]:
    """Every dangerous command of a text, as a flag."""
    return (flag("cmd.dangerous", danger.span, danger.what) for danger in dangerous(text))


def judge_phrases(text: str) -> Iterator[Concern]:
    """The phrases of a text, where they are enough for an alarm; characters and structure have concerns of their own."""
    reasons = find_phrases(text)
    if score_of(reasons) >= THRESHOLD:
        yield from (flag("injection.phrase", reason.span, reason.rule) for reason in reasons)


def _changing(text: str) -> list[Concern]:
    concerns = list(judge_characters(text))
    if any(concern.handling == "reject" for concern in concerns):
        return concerns
    return unless_stripped([*concerns, *judge_structure(text), *judge_variables(text), *judge_prefixes(text)])
