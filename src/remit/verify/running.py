"""Run the command that proves something, and keep what it answered as evidence; it must not know what the answer means."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from remit.model.record import Evidence, EvidenceKind
from remit.process import Ended, run


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a command may take, and how much of each of its streams is kept."""

    timeout_seconds: float = 600.0
    output_limit_bytes: int = 2**20


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that ran: the evidence that is kept, and all that it said."""

    evidence: Evidence
    ended: Ended

    @property
    def passed(self) -> bool:
        return self.ended.exit_code == 0


def run_command(
    kind: EvidenceKind,
    command: tuple[str, ...],
    *,
    checkout: Path,
    prefix: tuple[str, ...],
    env: Mapping[str, str],
    commit: str,
    tree: str,
    limits: Limits | None = None,
) -> Ran:
    """Run a command in a checkout of a commit, behind the words that confine it.

    The evidence holds for the files of that commit alone: `tree` is their identity, so that it is void once one changes.
    """
    within = limits or Limits()
    ended = run(
        (*prefix, *command),
        cwd=checkout,
        env=env,
        timeout_seconds=within.timeout_seconds,
        output_limit_bytes=within.output_limit_bytes,
    )
    evidence = Evidence(
        kind=kind,
        command=command,
        exit_code=ended.exit_code,
        output_digest=ended.digest,
        commit=commit,
        tree=tree,
        duration_ms=round(ended.seconds * 1000),
    )
    return Ran(evidence, ended)
