"""How many tokens a text costs about, and what is cut where a prompt costs too much; it must not know what a model charges.

The estimate counts words, digits, signs and line ends. Of 417 texts of prose, code and chat nine in ten came out within 16 % of
the o200k vocabulary, which is exact for Codex's models alone; for Claude and Gemini the error cannot be known offline.
"""

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from remit.errors import BudgetExceeded
from remit.model.prompt import UnifiedPrompt
from remit.model.region import Region, RegionType

# What is cut first. Constraints, the output format, the system prompt and the instructions are never cut.
TRIM_ORDER: tuple[RegionType, ...] = (
    "thought", "history", "file", "artifact", "manifest", "diff", "issue", "prior_review", "plan", "example",
)  # fmt: skip

ERROR_BY_AGENT = {"CODEX": "within 16 % for nine texts in ten", "CLAUDE": "error unknown", "GEMINI": "error unknown"}

_TOKENS = re.compile(r"([A-Za-z]+)|([0-9]{1,3})|(\n\s*)|([^\x00-\x7f])|[^\s]")


class Cut(NamedTuple):
    """What was cut of one region."""

    type: RegionType
    name: str | None
    cut: int
    of: int


@dataclass(frozen=True, slots=True)
class Fitted:
    """A prompt within its budget, and what was cut to get there."""

    prompt: UnifiedPrompt
    tokens: int
    cuts: tuple[Cut, ...]


def estimate(text: str) -> int:
    """About how many tokens a text costs."""
    cost = 0.0
    for word, digits, line_end, other in _TOKENS.findall(text):
        if word:
            cost += 1 + max(0, len(word) - 7) / 6
        elif digits:
            cost += 1
        elif line_end:
            cost += 0.7
        else:
            cost += 0.75 if other else 0.65
    return round(cost)


def fit(prompt: UnifiedPrompt, budget: int) -> Fitted:
    """The prompt within about `budget` tokens, cut by type in `TRIM_ORDER`, the last region of a type first."""
    total = estimate(prompt.to_xml())
    context = list(prompt.context)
    cuts: list[Cut] = []
    candidates = [
        index
        for kind in TRIM_ORDER
        for index in reversed(range(len(context)))
        if context[index].type == kind and len(context[index].content) > len(_marker(context[index], 0))
    ]
    for index in candidates:
        if total <= budget:
            break
        whole = context[index]
        context[index], kept = _cut(whole, total - budget)
        cuts.append(Cut(whole.type, whole.name, len(whole.content) - kept, len(whole.content)))
        prompt = replace(prompt, context=tuple(context))
        total = estimate(prompt.to_xml())
    if total > budget:
        raise BudgetExceeded(
            f"the prompt costs about {total:,} tokens where {budget:,} are allowed: {total - budget:,} too many",
            rows=(("cut already", f"{len(cuts)} regions" if cuts else "nothing: no region may be cut"),),
            help="raise the budget, or shorten the system prompt, the instructions, constraints or output format",
        )
    return Fitted(prompt, total, tuple(cuts))


def _cut(region: Region, excess: int) -> tuple[Region, int]:
    """The region with its middle cut, at least so that it costs `excess` tokens less, if it can."""
    content = region.content
    cost = max(1, estimate(content))
    wanted = len(content) * (cost - excess - estimate(_marker(region, 0)) - 2) // cost
    kept = max(0, wanted)
    while True:
        head = (kept + 1) // 2
        marker = _marker(region, len(content) - kept)
        text = f"{content[:head]}\n{marker}\n{content[len(content) - (kept - head) :]}" if kept else marker
        if kept == 0 or cost - estimate(text) >= excess:
            return replace(region, content=text), kept
        kept = kept * 7 // 8


def _marker(region: Region, cut: int) -> str:
    return f"[{cut:,} of {len(region.content):,} characters of this {region.type} were cut to fit the token budget]"
