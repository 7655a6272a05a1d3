"""Prompts that plan: a string.Template from a file, and Remit's own prompt value."""

from pathlib import Path
from string import Template

from remit import Region, UnifiedPrompt, prompt

_TEMPLATE = Path(__file__).parent / "plan.txt"


@prompt("plan-work", category="planning", fixtures={"login": {"goal": "Add login", "limits": "No new dependency."}})
def plan_prompt(goal: str, limits: str) -> str:
    """Reads beside its own file: while it is rendered, the current folder is an empty one."""
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(goal=goal, limits=limits)


@prompt("estimate-work", category="planning", fixtures={"login": {"plan": "1. Table\n2. Endpoint\n"}})
def estimate(plan: str) -> UnifiedPrompt:
    """A prompt value renders itself."""
    return UnifiedPrompt(
        instructions="Return a table with one row for each step of the plan: its number, the hours, and why. If a step is unclear, "
        "give the hours as `?`. The table must have no other rows.",
        context=(
            Region("plan", plan),
            Region("example", "| 1 | 2 | the table is there already |"),
            Region("output_format", "Return only the table, in Markdown. Do not add prose."),
        ),
        lead="Write an estimate for each step of the plan below.",
        closing="Write the table now.",
    )
