"""Turn past failures and signals into the profile of the next prompt; it must not know where they were recorded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from remit.adapt.inputs import Decoded, decode, decode_failures, decode_signals, instant
from remit.model.profile import FailureRecord, Profile, Signals

__all__ = ["LINES", "Decoded", "Line", "decode", "decode_failures", "decode_signals", "profile_of", "prompt_profile"]

_NAMED_SUBAGENTS = 3

Section = Literal["instructions", "constraints", "examples"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the profile, said where the fact of that name holds; `{}` stands for the fact's own text."""

    fact: str
    section: Section
    text: str


LINES = (
    Line("baseline", "instructions", "Follow the task requirements precisely and state any assumptions explicitly."),
    Line("baseline", "constraints", "Avoid speculative changes outside the provided context and requirements."),
    Line("failed_subagents", "instructions", "Address prior failure modes from recent subagents: {}."),
    Line(
        "failed_subagents",
        "constraints",
        "Do not repeat previously failed approaches; call out the correction explicitly.",
    ),
    Line("risk_tags", "instructions", "Mitigate known risk tags: {}."),
    Line("needs_retry", "instructions", "Provide recovery steps and a verification checklist before final output."),
    Line("needs_retry", "examples", "Example: If 'missing_output' was flagged, include an explicit Output section."),
    Line("time_sensitive", "constraints", "Keep the response concise and prioritize the highest-impact actions."),
    Line("compliance_required", "constraints", "Mention the compliance considerations that apply to the result."),
    Line("preferred_format", "instructions", "Format the response as: {}."),
)


def prompt_profile(failure_history: Sequence[Mapping[str, object]], context_signals: Mapping[str, object]) -> Profile:
    """The profile that follows from a history and signals, given as the plain values of their JSON."""
    given = decode(failure_history, context_signals)
    return profile_of(given.failures, given.signals)


def profile_of(failures: Sequence[FailureRecord], signals: Signals) -> Profile:
    """The profile that follows from a history and signals that are of their form."""
    facts = {
        "baseline": "always",
        "failed_subagents": ", ".join(_failed_subagents(failures, signals)),
        "risk_tags": ", ".join(_unique(signals.risk_tags)),
        "needs_retry": "yes" if signals.needs_retry else "",
        "time_sensitive": "yes" if signals.time_sensitive else "",
        "compliance_required": "yes" if signals.compliance_required else "",
        "preferred_format": signals.preferred_format or "",
    }
    return Profile(
        instructions=tuple(_said("instructions", facts)),
        constraints=tuple(_said("constraints", facts)),
        examples=tuple(_said("examples", facts)),
    )


def _said(section: Section, facts: Mapping[str, str]) -> Iterator[str]:
    for line in LINES:
        if line.section == section and facts[line.fact]:
            yield line.text.format(facts[line.fact])


def _failed_subagents(failures: Sequence[FailureRecord], signals: Signals) -> tuple[str, ...]:
    """Who is named by the rule of the failure history; nobody where there is none.

    The rule asks for the history itself. `recent_failure_count` and `last_failure_subagents` only summarise one:
    without records there is no failure mode to address, so they alone do not set the rule off.
    """
    if not failures:
        return ()
    if signals.last_failure_subagents:
        return _unique(signals.last_failure_subagents)[:_NAMED_SUBAGENTS]
    dated = sorted(((instant(record.timestamp), position) for position, record in enumerate(failures)), reverse=True)
    return _unique(failures[position].subagent for _, position in dated)[:_NAMED_SUBAGENTS]


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
