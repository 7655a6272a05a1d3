"""The settings of each stage, with what each means and may hold; it must not know files or flags.

A field says in its metadata what it means (`doc`) and, for a number, the least it may be (`least`); its type and
default say the rest. Reading, `remit config show` and the JSON Schema follow from that.
"""

from dataclasses import dataclass, field
from typing import Literal


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
class Settings:
    """Everything that can be configured."""

    audit: AuditSettings = AuditSettings()
    compose: ComposeSettings = ComposeSettings()
