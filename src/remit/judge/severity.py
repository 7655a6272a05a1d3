"""Verdicts to severity; it must not know why a verdict was given."""

from collections.abc import Sequence

from remit.model.scores import PromptSeverity, Verdict

# A prompt that fails one of these is High by that alone.
DECISIVE_CRITERIA = (1, 6)


def severity(verdicts: Sequence[Verdict]) -> PromptSeverity:
    """The severity of the eight verdicts, given in the order of the criteria."""
    failed = [number for number, verdict in enumerate(verdicts, 1) if verdict == "Fail"]
    if len(failed) >= 2 or any(number in DECISIVE_CRITERIA for number in failed):
        return "High"
    if failed or verdicts.count("Partial") >= 3:
        return "Medium"
    return "Low"
