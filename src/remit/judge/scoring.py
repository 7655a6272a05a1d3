"""Eight verdicts and a severity for one rendered prompt; it must not know what any criterion looks for."""

from remit.judge.profiles import judge_letter, judge_structure
from remit.judge.severity import severity
from remit.judge.structure import read
from remit.model.scores import ProfileName, Scores


def score(text: str, profile: ProfileName = "default") -> Scores:
    """What the profile says of the text."""
    criteria = judge_letter(text) if profile == "adr-0043" else judge_structure(read(text))
    return Scores(criteria, severity([it.verdict for it in criteria]))
