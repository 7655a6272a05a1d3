"""Two builders that the gate cannot hold: one raises, one says something else every day. Both are excepted, with a reason."""

from datetime import date
from typing import Any

from remit import prompt


@prompt("weekly-report", category="reports", fixtures={"empty": {"week": {}}})
def weekly_prompt(week: dict[str, Any]) -> str:
    """Raises with the only fixture that there is."""
    return f"Summarize the week that had {week['issues']} issues in one paragraph of plain text."


@prompt("daily-report", category="reports", fixtures={"one": {"issues": ["Crash on start"]}})
def daily_prompt(issues: list[str]) -> str:
    """Is not hermetic: it reads the clock."""
    today = date.today()  # noqa: DTZ011 - what makes it one that the gate cannot hold
    return f"""Summarize the issues of {today.isoformat()} in one paragraph of plain text.

<issue>
{"; ".join(issues)}
</issue>

<constraints>
The paragraph must name each issue. If there are no issues, return `A quiet day.`
</constraints>

<output_format>
Return only the paragraph.
</output_format>
"""
