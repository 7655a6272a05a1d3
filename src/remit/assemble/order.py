"""The order in which a prompt's parts stand: what stays the same from task to task first; it must not know templates."""

from collections.abc import Iterable

from remit.model.profile import Profile
from remit.model.prompt import UnifiedPrompt
from remit.model.region import Region, RegionType

# Stable before volatile, so that two tasks' prompts share the longest prefix that they can.
ORDER: tuple[RegionType, ...] = (
    "constraints", "output_format", "example", "manifest", "file", "artifact", "plan", "issue", "diff", "history",
    "prior_review", "thought",
)  # fmt: skip


def compose(
    instructions: str,
    *,
    system_prompt: str | None = None,
    regions: Iterable[Region] = (),
    profile: Profile | None = None,
    lead: str | None = None,
    closing: str | None = None,
) -> UnifiedPrompt:
    """A prompt with its regions in the standard order; those of one type keep theirs, and a profile's stand behind them."""
    context = list(regions)
    if profile is not None:
        instructions = "\n".join([instructions, *_list(profile.instructions)])
        if profile.constraints:
            context.append(Region("constraints", "\n".join(f"- {line}" for line in profile.constraints)))
        context.extend(Region("example", line) for line in profile.examples)
    context.sort(key=lambda region: ORDER.index(region.type))
    return UnifiedPrompt(instructions, system_prompt, tuple(context), lead, closing)


def _list(lines: tuple[str, ...]) -> list[str]:
    return ["", *(f"- {line}" for line in lines)] if lines else []
