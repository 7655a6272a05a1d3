"""The settings of each stage, with what each means and may hold; it must not know files or flags.

A field says in its metadata what it means (`doc`) and, for a number, the least it may be (`least`); its type and
default say the rest. Reading, `remit config show` and the JSON Schema follow from that.
"""

from dataclasses import dataclass, field
from typing import Literal

from remit.sources.registry_table import TableEntry


@dataclass(frozen=True, slots=True)
class AuditSettings:
    """How prompts are found and judged."""

    profile: Literal["default", "adr-0043"] = field(
        default="default", metadata={"doc": "The profile whose verdicts decide."}
    )
    fail_on: Literal["high", "medium", "any", "never"] = field(
        default="high", metadata={"doc": "The severity from which a prompt fails the run."}
    )
    include: tuple[str, ...] = field(
        default=(), metadata={"doc": "Patterns of prompt files to audit beside those that conventions name."}
    )
    exclude: tuple[str, ...] = field(default=(), metadata={"doc": "Patterns of files that are not audited."})
    min_words: int = field(
        default=40, metadata={"doc": "A string in source with fewer words is counted, not judged.", "least": 0}
    )


@dataclass(frozen=True, slots=True)
class ComposeSettings:
    """How prompts are composed."""

    budget_tokens: int | None = field(
        default=None, metadata={"doc": "The tokens that a prompt may have before it is trimmed.", "least": 1}
    )


@dataclass(frozen=True, slots=True)
class GateSettings:
    """How registered builders are rendered."""

    python: str | None = field(
        default=None,
        metadata={"doc": "The interpreter that renders builders, where it is not the one that runs Remit."},
    )
    python_path: tuple[str, ...] = field(
        default=("src", "."), metadata={"doc": "The folders that builders are imported from."}
    )
    timeout_seconds: int = field(
        default=20, metadata={"doc": "How long a module may take to import, or a builder to render.", "least": 1}
    )


# What an alarm leads to; `sanitize.injection` has the same words and defaults, held together by a test.
Policy = Literal["report", "neutralise", "suspend"]


@dataclass(frozen=True, slots=True)
class InjectionSettings:
    """What an injection alarm leads to, by the kind of text that raised it."""

    task: Policy = field(default="suspend", metadata={"doc": "In a task's own text."})
    issue: Policy = field(default="neutralise", metadata={"doc": "In an issue's title or body."})
    comment: Policy = field(default="neutralise", metadata={"doc": "In a comment on an issue or a change."})
    diff: Policy = field(default="neutralise", metadata={"doc": "In a patch."})
    log: Policy = field(default="neutralise", metadata={"doc": "In what a program printed."})
    reply: Policy = field(default="neutralise", metadata={"doc": "In another agent's reply."})
    file: Policy = field(default="neutralise", metadata={"doc": "In a file that is shown to an agent as data."})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be configured."""

    audit: AuditSettings = AuditSettings()
    compose: ComposeSettings = ComposeSettings()
    gate: GateSettings = GateSettings()
    injection: InjectionSettings = InjectionSettings()
    prompts: tuple[TableEntry, ...] = ()
