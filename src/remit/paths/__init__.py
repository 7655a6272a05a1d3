"""Judge, normalise and match relative paths, globs and scopes; it must not know disks, tasks or prompts."""

from remit.paths.patterns import Pattern, Scope, matches, overlaps
from remit.paths.verdicts import DiskFacts, Handling, PathVerdict, judge, judge_facts

__all__ = [
    "DiskFacts",
    "Handling",
    "PathVerdict",
    "Pattern",
    "Scope",
    "judge",
    "judge_facts",
    "matches",
    "overlaps",
]
