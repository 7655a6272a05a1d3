"""Keeps the audit's verdict cases well formed and broad; it must not know how a verdict is reached."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

# The cases prove requirements only where the audit is run on them.
PROVES: tuple[str, ...] = ()


class Repeat(TypedDict):
    marker: str
    unit: str
    times: int


class Case(TypedDict):
    name: str
    profile: str
    verdicts: dict[str, str]
    why: str
    text: str
    repeat: NotRequired[Repeat]


FOLDER = Path(__file__).parent / "cases"
PROFILES = {"default", "adr-0043"}
LEGAL = {
    "1": {"Pass", "Partial", "Fail"},
    "2": {"Pass", "Partial", "Fail"},
    "3": {"Pass", "Partial", "Fail"},
    "4": {"Pass", "Fail", "N/A"},
    "5": {"Pass", "Fail"},
    "6": {"Pass", "Fail", "N/A"},
    "7": {"Pass", "Fail", "N/A"},
    "8": {"Pass", "Fail"},
}
CHARACTERS_THAT_PLACEMENT_NEEDS = 10_000


def cases_of(path: Path) -> list[Case]:
    rows: list[Case] = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return rows


CASES = [case for path in sorted(FOLDER.glob("*.toml")) for case in cases_of(path)]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.get("name", "nameless"))


def full_text(case: Case) -> str:
    if "repeat" not in case:
        return case["text"]
    repeat = case["repeat"]
    return case["text"].replace(repeat["marker"], repeat["unit"] * repeat["times"])


@each_case
def test_case_has_every_field_and_no_other(case: Case) -> None:
    assert case.keys() - {"repeat"} == {"name", "profile", "verdicts", "why", "text"}
    assert case["profile"] in PROFILES
    assert case["text"].strip() != ""


@each_case
def test_name_and_reason_stand_on_one_line_each(case: Case) -> None:
    assert case["name"].split() != []
    assert case["name"] == " ".join(case["name"].split())
    assert case["why"].split() != []
    assert case["why"] == " ".join(case["why"].split())


@each_case
def test_verdicts_are_those_that_their_criteria_can_have(case: Case) -> None:
    assert case["verdicts"] != {}
    assert case["verdicts"].keys() <= LEGAL.keys()
    assert [number for number, verdict in case["verdicts"].items() if verdict not in LEGAL[number]] == []


@pytest.mark.parametrize("case", [case for case in CASES if "repeat" in case], ids=lambda case: case["name"])
def test_repeated_unit_fills_every_marker(case: Case) -> None:
    assert case["repeat"].keys() == {"marker", "unit", "times"}
    assert case["repeat"]["marker"] in case["text"]
    assert case["repeat"]["marker"] not in full_text(case)


def test_placement_is_judged_only_where_the_text_is_long_enough() -> None:
    judged = [case for case in CASES if case["verdicts"].get("6") in {"Pass", "Fail"}]
    assert judged != []
    assert [case["name"] for case in judged if len(full_text(case)) < CHARACTERS_THAT_PLACEMENT_NEEDS] == []


def test_names_are_unique() -> None:
    times = Counter(case["name"] for case in CASES)
    assert [name for name, count in times.items() if count > 1] == []


def test_texts_are_unique_within_a_profile() -> None:
    times = Counter((case["profile"], full_text(case)) for case in CASES)
    assert [text for (_, text), count in times.items() if count > 1] == []


def test_there_are_at_least_a_hundred_and_fifty_cases() -> None:
    assert len(CASES) >= 150


@pytest.mark.parametrize("criterion", sorted(LEGAL))
def test_each_criterion_has_ten_default_cases_with_two_verdicts_or_more(criterion: str) -> None:
    defaults = [case["verdicts"] for case in CASES if case["profile"] == "default"]
    verdicts = [judged[criterion] for judged in defaults if criterion in judged]
    assert len(verdicts) >= 10
    assert len(set(verdicts)) >= 2


@pytest.mark.parametrize("criterion", sorted(LEGAL))
def test_both_profiles_cover_each_criterion(criterion: str) -> None:
    assert {case["profile"] for case in CASES if criterion in case["verdicts"]} == PROFILES
