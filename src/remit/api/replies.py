"""Read an agent's reply; it must not know commands."""

from collections.abc import Sequence

from remit.errors import TemplateNotFound
from remit.model.phase import PHASES, Phase
from remit.model.reply import Reply
from remit.replies import parse_reply


def read_reply(reply: bytes, phase: str, tasks: Sequence[str] | None = None) -> Reply:
    """What a reply of this phase said; any id of a task counts where none is given."""
    return parse_reply(reply, known_phase(phase), tasks=tasks)


def known_phase(phase: str) -> Phase:
    """The phase of that name; an unknown one is a template that cannot be found."""
    for known in PHASES:
        if known == phase:
            return known
    raise TemplateNotFound(f"template not found: phase {phase!r}", help=f"phases are {', '.join(PHASES)}")
