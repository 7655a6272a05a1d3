"""Agents and phases by name, and the verdicts that each phase may end in; it must not know templates or replies."""

from typing import Literal, get_args

Phase = Literal["plan", "challenge", "implement", "review", "archive"]
Word = Literal["PASS", "NEEDS_REVISION", "NEEDS_CHANGES", "REJECTED", "MAJOR_ISSUES"]
StatusWord = Literal["COMPLETED", "FAILED"]
CriterionWord = Literal["MET", "UNMET"]

PHASES: tuple[Phase, ...] = get_args(Phase)
AGENTS: tuple[str, ...] = ("GEMINI", "CLAUDE", "CODEX")

# Worst first: of several verdicts that disagree, the first one here wins.
WORDS: tuple[Word, ...] = ("REJECTED", "MAJOR_ISSUES", "NEEDS_CHANGES", "NEEDS_REVISION", "PASS")

VERDICTS: dict[Phase, tuple[Word, ...]] = {
    "plan": ("PASS", "NEEDS_REVISION"),
    "challenge": ("PASS", "NEEDS_REVISION", "REJECTED"),
    "implement": (),
    "review": ("PASS", "NEEDS_CHANGES", "MAJOR_ISSUES"),
    "archive": ("PASS",),
}
