"""What each phase asks the agent to answer, and what it takes; it must not know how replies are read."""

from typing import get_args

from remit.model.phase import VERDICTS, CriterionWord, Phase, StatusWord

STATUSES: tuple[StatusWord, ...] = get_args(StatusWord)
JUDGEMENTS: tuple[CriterionWord, ...] = get_args(CriterionWord)

# The ids by which a prompt speaks of a marker; no task and no criterion bears them.
TASK_PLACEHOLDER = "X.Y"
CRITERION_PLACEHOLDER = "X.Y.N"

# Every template holds those of its phase word for word; a reply that repeats one has said nothing by it.
CONTRACT: dict[Phase, tuple[str, ...]] = {
    "plan": ("You MUST output <review>PASS</review> or <review>NEEDS_REVISION</review>",),
    "challenge": (
        "You MUST output <review>PASS</review> or <review>NEEDS_REVISION</review>",
        "You MUST output <review>REJECTED</review> when the proposal is fundamentally flawed",
    ),
    "implement": (
        (
            'You MUST output <task_status id="X.Y">COMPLETED</task_status> or'
            ' <task_status id="X.Y">FAILED</task_status> for each of your tasks'
        ),
    ),
    "review": (
        "You MUST output <review>PASS</review> or <review>NEEDS_CHANGES</review>",
        (
            "You MUST output <review>MAJOR_ISSUES</review> when there is a critical failure of security, data or"
            " performance"
        ),
        (
            'You MUST output <criterion id="X.Y.N">MET</criterion> or <criterion id="X.Y.N">UNMET</criterion>'
            " for each criterion that you are asked to judge"
        ),
    ),
    "archive": ("You MUST output <review>PASS</review>",),
}


def accepted_markers(phase: Phase) -> tuple[str, ...]:
    """The markers that a reply of this phase may hold, with a placeholder where an id stands."""
    reviews = tuple(f"<review>{word}</review>" for word in VERDICTS[phase])
    if phase == "implement":
        return tuple(f'<task_status id="{TASK_PLACEHOLDER}">{word}</task_status>' for word in STATUSES)
    if phase == "review":
        return reviews + tuple(f'<criterion id="{CRITERION_PLACEHOLDER}">{word}</criterion>' for word in JUDGEMENTS)
    return reviews
