"""Judge a reply by the rules of its phase; it must not know where markers stand, nor what follows from a verdict."""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from remit.errors import (
    ForeignTaskStatus,
    MissingReviewMarker,
    MissingTaskStatus,
    ReplyNotText,
    ReplyRefused,
    UnexpectedReviewMarker,
    UnknownTaskStatus,
    UnknownVerdict,
    VerdictOutOfPhase,
)
from remit.model.phase import VERDICTS, WORDS, Phase, Word
from remit.model.reply import CriterionStatus, Reply, TaskStatus
from remit.replies.contract import JUDGEMENTS, STATUSES, accepted_markers
from remit.replies.markers import Element, Marker, markers
from remit.replies.surface import without_thoughts

# A reply's own words go into the next prompt with the error, so no more of them than a mistyped word is shown.
_SHOWABLE = re.compile(r"[\w .:|/-]{1,40}")
_SHOWN_IDS = 10


def parse_reply(
    reply: str | bytes,
    phase: Phase,
    *,
    tasks: Collection[str] | None = None,
    criteria: Collection[str] | None = None,
) -> Reply:
    """What the agent answered, or a ReplyRefused that says why it cannot be taken.

    `tasks` and `criteria` are the ids that the agent was given; without them any id counts. Markers that the phase does
    not ask for decide nothing, but for a review marker in the implement phase, which is refused.
    """
    text = without_thoughts(_decoded(reply))
    found = markers(text)
    if phase == "implement":
        return Reply(text, task_statuses=_task_statuses(found, tasks))
    verdict = _verdict(found, phase)
    if phase != "review":
        return Reply(text, verdict)
    judged = _criteria(found, criteria)
    if verdict == "PASS" and any(each.status == "UNMET" for each in judged):
        verdict = "NEEDS_CHANGES"
    return Reply(text, verdict, criteria=judged)


def _decoded(reply: str | bytes) -> str:
    try:
        if isinstance(reply, bytes):
            return reply.decode()
        reply.encode()
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        found = (
            f"byte 0x{error.object[error.start]:02x}" if isinstance(error, UnicodeDecodeError) else "half a character"
        )
        raise ReplyNotText(
            f"reply holds {found} at offset {error.start}, expected UTF-8 text",
            help="write the reply as plain text, and leave binary data in files",
        ) from None
    return reply


def _verdict(found: Sequence[Marker], phase: Phase) -> Word:
    allowed = VERDICTS[phase]
    reviews = _counting(found, "review")
    for marker in reviews:
        if marker.word not in WORDS:
            raise UnknownVerdict(
                f"{_described(marker)}, expected {_choice(allowed)}",
                help=_help_on_form(phase, "review", in_passing=True),
            )
    for marker in reviews:
        if marker.word not in allowed:
            raise VerdictOutOfPhase(
                f"verdict '{marker.word}' is not one of the {phase} phase, expected {_choice(allowed)}",
                help=_help_on_form(phase, "review"),
            )
    said = {marker.word for marker in reviews}
    for word in WORDS:
        if word in said:
            return word
    raise MissingReviewMarker(
        f"no review marker that counts, expected {_choice(allowed)}",
        rows=_unread(found, "review"),
        help=_help_on_form(phase, "review"),
    )


def _task_statuses(found: Sequence[Marker], tasks: Collection[str] | None) -> tuple[TaskStatus, ...]:
    if _counting(found, "review"):
        raise UnexpectedReviewMarker(
            "review marker in the implement phase, expected task statuses alone",
            help=f"leave it out, and write {_choice(accepted_markers('implement'))} for each task",
        )
    said = _counting(found, "task_status")
    for marker in said:
        if marker.word not in STATUSES:
            raise UnknownTaskStatus(
                f"{_described(marker)}, expected {_choice(STATUSES)}",
                help=_help_on_form("implement", "task_status", in_passing=True),
            )
    reported = dict.fromkeys(marker.id for marker in said)
    given = reported if tasks is None else dict.fromkeys(tasks)
    if foreign := [each for each in reported if each not in given]:
        raise ForeignTaskStatus(
            f"task status for {_ids(foreign)}, expected {_ids(given) or 'none'}",
            help="report the tasks that you were given, by their ids, and no others",
        )
    missing = [each for each in given if each not in reported]
    if missing or not reported:
        raise MissingTaskStatus(
            f"no task status that counts for {_ids(missing) or 'any task'}, expected one for each task",
            rows=_unread(found, "task_status"),
            help=_help_on_form("implement", "task_status"),
        )
    failed = {marker.id for marker in said if marker.word == "FAILED"}
    return tuple(TaskStatus(each, "FAILED" if each in failed else "COMPLETED") for each in reported)


def _criteria(found: Sequence[Marker], asked: Collection[str] | None) -> tuple[CriterionStatus, ...]:
    """The asked ones in their order, then what else was found unmet: nobody asked whether the rest is met."""
    said = _counting(found, "criterion")
    for marker in said:
        if marker.word not in JUDGEMENTS:
            raise ReplyRefused(
                f"{_described(marker)}, expected {_choice(JUDGEMENTS)}",
                help=_help_on_form("review", "criterion", in_passing=True),
            )
    met = {marker.id for marker in said if marker.word == "MET"}
    unmet = dict.fromkeys(marker.id for marker in said if marker.word == "UNMET")
    judged = dict.fromkeys(marker.id for marker in said) if asked is None else dict.fromkeys((*asked, *unmet))
    return tuple(CriterionStatus(each, "MET" if each in met and each not in unmet else "UNMET") for each in judged)


def _counting(found: Sequence[Marker], element: Element) -> list[Marker]:
    return [marker for marker in found if marker.counts and marker.element == element]


def _described(marker: Marker) -> str:
    if marker.word is None:
        return f"{marker.element} tag that is no whole marker"
    of = f" of {_shown(marker.id)}" if marker.id else ""
    return f"{marker.element} marker{of} holds {_shown(marker.word)}"


def _help_on_form(phase: Phase, element: Element, *, in_passing: bool = False) -> str:
    forms = [form for form in accepted_markers(phase) if form.startswith(f"<{element}")]
    spoken_of = "; a tag that is only spoken of stands in back-ticks" if in_passing else ""
    return f"write {_choice(forms)}, alone on a line{spoken_of}"


def _unread(found: Sequence[Marker], element: Element) -> tuple[tuple[str, str], ...]:
    unread = sum(marker.element == element and not marker.counts for marker in found)
    return (("unread", f"{unread} in code, a quotation, a comment or an echo of the instruction"),) if unread else ()


def _shown(text: str) -> str:
    if not text:
        return "no word"
    return f"'{text}'" if _SHOWABLE.fullmatch(text) else f"{len(text)} characters"


def _ids(ids: Collection[str]) -> str:
    shown = ", ".join(map(_shown, islice(ids, _SHOWN_IDS)))
    return shown + (f" and {len(ids) - _SHOWN_IDS} more" if len(ids) > _SHOWN_IDS else "")


def _choice(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
