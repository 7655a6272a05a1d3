"""Rule: a reply is asked for that its parser refuses; it must not know the other rules."""

import re
from collections.abc import Iterator

from remit.judge.rules.rule import Hit, Rule, RuleSettings
from remit.judge.rules.subject import Subject, covers
from remit.markup.places import Span
from remit.model.phase import PHASES, Phase
from remit.replies.contract import CRITERION_PLACEHOLDER, TASK_PLACEHOLDER, accepted_markers

RULE = Rule(
    "reply-format-refused",
    severity="high",
    tier="advisory",
    summary="The prompt asks for a reply that the parser of its phase refuses.",
    why="a reply that does as it was told fails, and the run with it",
)
_WRITTEN = re.compile(
    r"<(?P<element>review|task_status|criterion)\b(?P<attributes>[^<>]*)>(?P<word>[^<]{0,80})</(?P=element)>",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"\s*[|/]\s*|\s+or\s+")


def check(subject: Subject, _: RuleSettings) -> Iterator[Hit]:
    phase = _phase(subject.found.reply_phase)
    if phase is None:
        return
    accepted = accepted_markers(phase)
    for found in _WRITTEN.finditer(subject.text):
        if covers(subject.data, found.start()):
            continue
        for word in _CHOICE.split(found["word"].strip()):
            marker = _marker(found, word)
            if marker not in accepted:
                yield Hit(
                    Span(*found.span()),
                    f"'{found[0]}' is refused in the {phase} phase",
                    f"the markers of this phase are {', '.join(accepted)}",
                )
                break


def _marker(found: re.Match[str], word: str) -> str:
    """The marker as the contract would write it, with its placeholder for a well-formed id."""
    attributes = found["attributes"]
    for placeholder, element in ((TASK_PLACEHOLDER, "task_status"), (CRITERION_PLACEHOLDER, "criterion")):
        if found["element"] == element:
            attributes = _ID.sub(f' id="{placeholder}"', attributes)
    return f"<{found['element']}{attributes}>{word}</{found['element']}>"


_ID = re.compile(r'\A id="[^\s"<>]+"\Z')


def _phase(name: str | None) -> Phase | None:
    return next((phase for phase in PHASES if phase == name), None)
