# ruff: noqa: INP001 - a folder of tests is no package
"""The bot's own tests: `pytest --remit` runs beside them."""

import asyncio

from bot.review import Reviewer
from bot.triage import build_triage_prompt, duplicate_prompt


def test_the_issue_stands_in_its_region():
    assert "<issue>\nCrash\n\nIt dies.\n</issue>" in build_triage_prompt("Crash", "It dies.")


def test_a_decorated_builder_is_the_function_that_it_was():
    assert "1. It dies when it starts" in asyncio.run(duplicate_prompt("Crash", ["It dies when it starts"]))
    assert "Crash" in Reviewer.title_prompt("Crash")
