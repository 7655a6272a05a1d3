"""Prompts that sort what comes in: a plain function, an async one, and a list of chat messages."""

import asyncio
from collections.abc import Sequence

from remit import prompt

LABELS = ("bug", "feature", "question")


def build_triage_prompt(title: str, body: str, comments: Sequence[str] = ()) -> str:
    """Registered in remit.toml, so that this function needs no import of Remit."""
    history = "\n".join(comments)
    return f"""Classify the issue below and return a JSON object with the fields `label` and `reason`.
Think step by step in <thinking> first.

<constraints>
The label must be one of {", ".join(LABELS)}. If the issue is empty or not in English, return the label `unclear`.
</constraints>

<issue>
{title}

{body}
</issue>

<history>
{history}
</history>

<example>
{{"label": "bug", "reason": "the program crashes on start"}}
</example>

<output_format>
Return only one JSON object: {{"label": "...", "reason": "..."}}. Do not add prose.
</output_format>

Return the JSON object for the issue above.
"""


@prompt(
    "duplicate-check",
    category="triage",
    fixtures={
        "two": {"title": "Crash on start", "others": ["It dies when it starts", "Dark mode"]},
        "none": {"title": "Crash on start", "others": []},
    },
)
async def duplicate_prompt(title: str, others: list[str]) -> str:
    """Async, because in use it asks a search index for the others."""
    await asyncio.sleep(0)
    listed = "\n".join(f"{number}. {other}" for number, other in enumerate(others, 1)) or "(none)"
    return f"""Decide whether the issue repeats one of the listed ones, and return a JSON object with the fields `duplicate_of`
and `reason`. Reason first in <thinking>.

<issue>
{title}
</issue>

<history>
{listed}
</history>

<example>
{{"duplicate_of": 2, "reason": "both describe the same crash"}}
</example>

<output_format>
Return only one JSON object; `duplicate_of` must be the number of the listed issue. If the list is empty or none fits, it is null.
</output_format>
"""


@prompt("greeting", category="triage", fixtures={"first": {"name": "Jo"}})
def greeting_messages(name: str) -> list[dict[str, str]]:
    """A list of chat messages is one prompt."""
    return [
        {
            "role": "system",
            "content": "Write a short greeting for a person who opened a first issue.\n\n<constraints>\nTwo sentences at most. "
            "The greeting must thank them, and promise nothing.\n</constraints>",
        },
        {
            "role": "user",
            "content": f"<issue>\n{name}\n</issue>\n\n<output_format>\nReturn only the greeting as plain text. If the name is empty, "
            "greet them as friend.\n</output_format>",
        },
    ]
