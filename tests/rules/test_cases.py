"""Every verdict case, judged; it must not know how a verdict is reached."""

import pytest

from remit.judge.scoring import score
from remit.model.scores import PROFILES
from tests.rules.test_cases_are_sound import CASES, Case, full_text
from tests.rules.test_cases_are_sound import PROFILES as CASE_PROFILES

PROVES = ("A2", "A3")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['profile']}: {case['name']}")
def test_case_gets_the_verdicts_that_were_written_for_it(case: Case) -> None:
    profile = next(name for name in PROFILES if name == case["profile"])
    scores = score(full_text(case), profile)

    assert case["verdicts"] == {number: scores.criteria[int(number) - 1].verdict for number in case["verdicts"]}


def test_cases_name_the_profiles_that_there_are() -> None:
    assert set(PROFILES) == CASE_PROFILES
