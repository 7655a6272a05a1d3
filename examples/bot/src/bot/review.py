"""Prompts that review changes: a method, a class method and a static method of one class."""

from remit import prompt

_FORM = """<example>
{"verdict": "reject", "findings": [{"line": 12, "text": "the file is never closed"}]}
</example>

<output_format>
Return only one JSON object with the fields `verdict` and `findings`. `verdict` must be approve or reject. If the diff is empty, the
verdict is approve and `findings` is an empty list. Do not add prose.
</output_format>"""


class Reviewer:
    """One who reviews in a manner of its own."""

    def __init__(self, manner: str = "thorough", language: str = "Python") -> None:
        self.manner = manner
        self.language = language

    @prompt(
        "review-change",
        category="review",
        fixtures={"small": {"self": {"manner": "strict"}, "diff": "-a = 1\n+a = 2\n"}},
        payload={"diff": 40_000},
    )
    def build_prompt(self, diff: str) -> str:
        """A method: what its class is made with stands under `self`."""
        return f"""Review the {self.language} change below in a {self.manner} manner, and decide whether to approve it.
Think step by step in <thinking> first.

<constraints>
Report what could fail, not what could be nicer.
</constraints>

<diff>
{diff}
</diff>

{_FORM}

Return the verdict on the change above.
"""

    @classmethod
    @prompt("review-docs", category="review", fixtures={"small": {"text": "The option has no effect."}})
    def docs_prompt(cls, text: str) -> str:
        """A class method, decorated below the `classmethod`."""
        return cls(language="documentation").build_prompt(text)

    @prompt("review-title", category="review", fixtures={"small": {"title": "Fix stuff"}})
    @staticmethod
    def title_prompt(title: str) -> str:
        """A static method, decorated above the `staticmethod`."""
        return f"""Propose a better title for the change, as one line of plain text.

<diff>
{title}
</diff>

<constraints>
The title must be in the imperative and under 60 characters. If the title is empty, answer `Untitled change`.
</constraints>

<output_format>
Return only the title.
</output_format>
"""
