"""Which verdicts make a prompt High, Medium or Low."""

import pytest

from remit.judge.severity import severity
from remit.model.scores import PromptSeverity, Verdict

PROVES = ("A2",)


def verdicts(**changed: Verdict) -> list[Verdict]:
    """Eight passes, with the verdicts of the criteria that are named c1 to c8 in their places."""
    result: list[Verdict] = ["Pass"] * 8
    for name, verdict in changed.items():
        result[int(name.removeprefix("c")) - 1] = verdict
    return result


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("Low", verdicts()),
        ("Low", verdicts(c1="Partial", c2="Partial")),
        ("Low", verdicts(c4="N/A", c6="N/A", c7="N/A")),
        ("Medium", verdicts(c1="Partial", c2="Partial", c3="Partial")),
        ("Medium", verdicts(c8="Fail")),
        ("Medium", verdicts(c3="Fail", c1="Partial", c2="Partial")),
        ("High", verdicts(c3="Fail", c8="Fail")),
        ("High", verdicts(c1="Fail")),
        ("High", verdicts(c6="Fail")),
    ],
)
def test_severity_follows_from_the_fails_and_partials(expected: PromptSeverity, given: list[Verdict]) -> None:
    assert expected == severity(given)
