"""What past failures say about the next prompt: records, signals and the profile; it must not know the rules."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Issue:
    """How one result fell short."""

    quality: str = ""
    completeness: str = ""
    risks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FailureRecord:
    """One incomplete, low-quality or risky result, as reflection recorded it."""

    timestamp: str
    result_key: str
    subagent: str
    issue: Issue = Issue()


@dataclass(frozen=True, slots=True)
class Signals:
    """What the orchestration knows when it plans the next attempt."""

    needs_retry: bool = False
    risk_tags: tuple[str, ...] = ()
    recent_failure_count: int = 0
    last_failure_subagents: tuple[str, ...] = ()
    time_sensitive: bool = False
    compliance_required: bool = False
    preferred_format: str | None = None


@dataclass(frozen=True, slots=True)
class IgnoredSignal:
    """A signal that no rule knows, with the name that was perhaps meant."""

    signal: str
    hint: str | None


@dataclass(frozen=True, slots=True)
class Profile:
    """What the next prompt says because of the past: three lists of one-line texts."""

    instructions: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
